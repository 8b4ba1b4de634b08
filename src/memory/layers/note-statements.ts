/**
 * Splits a page of notes into statements, line by line. A passage is open while its lines continue
 * it; a heading, a blank line, a list item or a fence closes it. A block of code stays one
 * statement.
 */

import { trimEndOf } from "../../base/text/trim-end.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";

/** One statement of a page of notes. */
export interface NoteStatement {
  /** The heading above it. */
  readonly section: string | null;
  readonly line: number;
  readonly content: string;
}

/** Longer paragraphs are split into sentences. */
const PARAGRAPH = 280;
const FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^\s{0,3}(?:#{1,6}\s+|§\s*)(.*)/s;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)/s;

/** The statements of a page: list items, paragraphs, the sentences of long paragraphs, and blocks of code. */
export function noteStatements(text: string): readonly NoteStatement[] {
  const { body } = splitFrontMatter(text);
  const first = text.slice(0, text.length - body.length).split("\n").length;
  const facts: NoteStatement[] = [];
  let section: string | null = null;
  let open: Passage | null = null;
  const close = () => {
    for (const content of open === null ? [] : splitPassage(open)) {
      facts.push({ section, line: open?.line ?? first, content });
    }
    open = null;
  };
  for (const [at, line] of body.split(/\r?\n/).entries()) {
    const step: Step = readLine(line, open);
    if (step.closes) close();
    if (step.heading !== undefined) section = step.heading === "" ? section : step.heading;
    if (step.text === undefined) continue;
    const passage: Passage = open ?? { kind: step.kind, line: first + at, lines: [] };
    passage.lines.push(step.text);
    open = passage;
    if (step.ends) close();
  }
  close();
  return facts;
}

/** Lines that belong together. */
interface Passage {
  readonly kind: "paragraph" | "item" | "code";
  readonly line: number;
  readonly lines: string[];
}

/** What a line does to the open passage. */
interface Step {
  readonly closes: boolean;
  readonly ends?: boolean;
  readonly heading?: string;
  readonly kind: Passage["kind"];
  readonly text?: string;
}

function readLine(line: string, open: Passage | null): Step {
  if (open?.kind === "code") {
    return { closes: false, ends: FENCE.test(line), kind: "code", text: line };
  }
  if (FENCE.test(line)) return { closes: true, kind: "code", text: line };
  if (line.trim() === "") return { closes: true, kind: "paragraph" };
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) {
    return { closes: true, heading: withoutClosing(heading), kind: "paragraph" };
  }
  const item = LIST_ITEM.exec(line)?.[1];
  if (item !== undefined) return { closes: true, kind: "item", text: item };
  const goesOn = open !== null && (open.kind === "paragraph" || /^\s/.test(line));
  return { closes: !goesOn, kind: "paragraph", text: line.trim() };
}

/** The text of a heading without the marks that may close it: "Tides ##" is "Tides". */
function withoutClosing(heading: string): string {
  const text = heading.trimEnd();
  const before = trimEndOf(text, "#");
  return /\s$/.test(before) ? before.trimEnd() : text;
}

function splitPassage({ kind, lines }: Passage): readonly string[] {
  if (kind === "code") return [lines.join("\n")];
  const text = lines.join(" ").trim();
  const isLong = kind === "paragraph" && [...text].length > PARAGRAPH;
  // A mark without a following space is part of a name, a version or a number.
  const parts = isLong ? text.split(/(?<=[.!?])\s+/) : [text];
  return parts.filter((each) => each !== "");
}
