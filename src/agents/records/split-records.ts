import { endOfObject } from "../../base/json/find-objects.ts";
import { parseDocument } from "./parse-document.ts";

/** A line with more records than this is no line of a session. */
const MAX_RECORDS = 1000;
const SPACE = /\s*/y;

/** One of the records of a line, and where it begins. */
export interface LinePart {
  readonly text: string;
  readonly start: number;
}

/**
 * The records of a line that contains several, because a program was ended before it wrote the newline
 * between them; null unless the line is nothing but complete records.
 */
export function splitRecords(line: string): readonly LinePart[] | null {
  const parts: LinePart[] = [];
  for (let start = 0; start < line.length; ) {
    const end = line.charAt(start) === "{" ? endOfObject(line, start) : null;
    if (end === null || parts.length === MAX_RECORDS) return null;
    const text = line.slice(start, end);
    if (parseDocument(text) === null) return null;
    parts.push({ text, start });
    SPACE.lastIndex = end;
    SPACE.test(line);
    start = SPACE.lastIndex;
  }
  return parts.length > 1 ? parts : null;
}
