import type { SessionDraft, SessionSource } from "../agent.ts";
import { replaceStrings } from "../replace-strings.ts";
import { parseDocument } from "./parse-document.ts";

/** The keys by which records of an agent follow each other. */
interface LinkKeys {
  readonly id: string;
  readonly parent: string;
}

/**
 * Rewrites the lines of a session, in order, so that a record whose parent is not in the file follows the one
 * before it. Agents go back from record to record and stop where one is missing: moved as it is, a session with a
 * damaged line would begin after that line.
 */
export function mendLinks(
  { dangling, files: [file] }: SessionSource,
  draft: SessionDraft,
  { id, parent }: LinkKeys,
): (line: string, number: number) => string {
  if (dangling === undefined || dangling.size === 0) return (line) => line;
  let before: string | null = null;
  return (line, number) => {
    const record = parseDocument(line);
    const last = before;
    if (typeof record?.[id] === "string" && record.isSidechain !== true) before = record[id];
    if (last === null || !dangling.has(number)) return line;
    const mended = replaceStrings(line, { [`/${parent}`]: () => last });
    if (mended !== line) {
      draft.loss({ kind: "changed", where: `${file?.path ?? ""}:${number}`, why: MENDED });
    }
    return mended;
  };
}

const MENDED = "the record it follows is not in the file; it follows the one before it";
