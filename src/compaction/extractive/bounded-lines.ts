/**
 * A list of facts with bounded memory: a thread may have a hundred thousand turns. When it is full,
 * lines after the protected beginning are pushed out first, since early decisions and the newest
 * facts matter most.
 */

import type { Section } from "./sections.ts";

/** Most lines kept while reading; far more than a summary can show. */
const MAX_LINES = 400;
/** How many of the first are never pushed out: early decisions usually still apply. */
const PROTECTED_LINES = 120;

/** Lines in their order, without repetition, bounded however many are added. */
export interface BoundedLines {
  add(line: string): void;
  /** Removes the line with the same subject, if there is one. */
  remove(line: string): void;
  section(): Section;
}

/** A list that begins with what an earlier summary had. */
export function createBoundedLines(earlier: Section | undefined): BoundedLines {
  const lines: string[] = [];
  const subjects = new Set<string>();
  let dropped = earlier?.dropped ?? 0;
  const add = (line: string) => {
    const subject = subjectOf(line);
    // A repetition adds nothing; the first occurrence keeps its place.
    if (subjects.has(subject)) return;
    subjects.add(subject);
    lines.push(line);
    if (lines.length <= MAX_LINES) return;
    const [pushedOut = ""] = lines.splice(PROTECTED_LINES, 1);
    subjects.delete(subjectOf(pushedOut));
    dropped += 1;
  };
  const remove = (line: string) => {
    const subject = subjectOf(line);
    if (!subjects.delete(subject)) return;
    lines.splice(
      lines.findIndex((other) => subjectOf(other) === subject),
      1,
    );
  };
  for (const line of earlier?.lines ?? []) add(line);
  return { add, remove, section: () => ({ lines, dropped }) };
}

/**
 * The subject of a line: without its source position and its checkbox, so that a done item finds
 * its open one.
 */
function subjectOf(line: string): string {
  return line.replace(/^- \[[^\]]*\] /, "").replace(/^\[[ x]\] /i, "");
}
