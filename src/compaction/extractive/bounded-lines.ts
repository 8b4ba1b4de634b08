import type { Section } from "./sections.ts";

/** Lines that are held while reading; far more than a summary can show. */
const MAX_LINES = 400;
/** Of these, how many of the first are never pushed out: what was settled early still holds. */
const PROTECTED_LINES = 120;

/** Lines in the order they were said, each said once, bounded however many come. */
export interface BoundedLines {
  add(line: string): void;
  /** Takes away what is about the same thing. */
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
    // The same words again tell nothing new; where they were said first is what counts.
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

/** What a line is about, without where it was said and whether it is ticked off. */
function subjectOf(line: string): string {
  return line.replace(/^- \[[^\]]*\] /, "").replace(/^\[[ x]\] /i, "");
}
