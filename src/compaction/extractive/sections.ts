/**
 * The sections of an extractive summary, and how they share its length. Each has a guaranteed
 * share; what a section does not need goes to the others in order. A section that is still too long
 * keeps lines from both ends (`head` is the part from the beginning) and counts what it dropped,
 * across all later summaries.
 */

import { countCharacters } from "../../base/text/one-line.ts";

/**
 * Sections in their order. `share` of the length is guaranteed; `head` of that is filled from the
 * beginning.
 */
const sectionRules = {
  Goal: { share: 0.05, head: 1 },
  "Requests and outcomes": { share: 0.28, head: 0.2 },
  "Decisions and constraints": { share: 0.2, head: 0.4 },
  Open: { share: 0.1, head: 0.3 },
  Done: { share: 0.05, head: 0 },
  Files: { share: 0.1, head: 0 },
  Tools: { share: 0.04, head: 1 },
  Failures: { share: 0.05, head: 0 },
  "Earlier notes": { share: 0.08, head: 1 },
  // Of summaries by the second version, which had no digest.
  "Earlier conversation": { share: 0.05, head: 0.2 },
} as const satisfies Record<string, { share: number; head: number }>;

/** The name of a part. */
export type SectionName = keyof typeof sectionRules;

/** The names of all parts, in order. */
export const sectionNames = Object.keys(sectionRules) as SectionName[];

/** Lines of one section, and how many were dropped from it since the first summary. */
export interface Section {
  readonly lines: readonly string[];
  readonly dropped: number;
}

/** Parts by name. */
export type Sections = ReadonlyMap<SectionName, Section>;

const DROPPED = /^- \((\d+) lines? left out\)$/;
/** Characters reserved for the line that counts what was dropped. */
const MARKER = 32;

/**
 * The sections as Markdown within `quota` Unicode scalar values: each its share first, then the
 * rest in order.
 */
export function writeSections(sections: Sections, quota: number): string {
  const wanted = sectionNames.map((name) => sizeOf(name, sections.get(name)));
  const shares = sectionNames.map((name, index) =>
    Math.min(wanted[index] ?? 0, Math.floor(quota * sectionRules[name].share)),
  );
  let spare = quota - shares.reduce((sum, each) => sum + each, 0);
  return sectionNames
    .map((name, index) => {
      const more = Math.min(spare, (wanted[index] ?? 0) - (shares[index] ?? 0));
      spare -= more;
      return writeSection(name, sections.get(name), (shares[index] ?? 0) + more);
    })
    .join("");
}

/** How much space the parts would take. */
export function sizeOfSections(sections: Sections): number {
  return sectionNames.reduce((sum, name) => sum + sizeOf(name, sections.get(name)), 0);
}

/** Lines that fit, some from the beginning and the rest from the end. */
function thin(section: Section, quota: number, head: number): Section {
  if (section.dropped === 0 && sizeOfLines(section.lines) <= quota) return section;
  const { lines } = section;
  const space = quota - MARKER;
  let used = 0;
  let first = 0;
  let last = lines.length;
  const cost = (index: number) => countCharacters(lines[index] ?? "") + 1;
  while (first < last && used + cost(first) <= space * head) used += cost(first++);
  while (last > first && used + cost(last - 1) <= space) used += cost(--last);
  const dropped = section.dropped + last - first;
  return { lines: [...lines.slice(0, first), ...lines.slice(last)], dropped };
}

/** Reads the lines of a part; the count of what was dropped is not one of them. */
export function readSection(lines: readonly string[]): Section {
  const kept = lines.filter((line) => line !== "" && !DROPPED.test(line));
  const dropped = lines.reduce((sum, line) => sum + Number(DROPPED.exec(line)?.[1] ?? 0), 0);
  return { lines: kept, dropped };
}

function writeSection(name: SectionName, section: Section | undefined, space: number): string {
  if (section === undefined) return "";
  const title = titleOf(name);
  const fitting = thin(section, space - countCharacters(title) - 1, sectionRules[name].head);
  const marker = fitting.dropped === 0 ? [] : [droppedLine(fitting.dropped)];
  const lines = [...marker, ...fitting.lines];
  const written = `${title}${lines.join("\n")}\n\n`;
  // A count alone may still be too long for a very small space.
  return lines.length === 0 || countCharacters(written) > space ? "" : written;
}

function titleOf(name: SectionName): string {
  return `### ${name}\n`;
}

function droppedLine(count: number): string {
  return `- (${count} ${count === 1 ? "line" : "lines"} left out)`;
}

function sizeOf(name: SectionName, section: Section | undefined): number {
  if (section === undefined || (section.lines.length === 0 && section.dropped === 0)) return 0;
  const marker = section.dropped === 0 ? 0 : MARKER;
  return countCharacters(titleOf(name)) + sizeOfLines(section.lines) + marker + 1;
}

function sizeOfLines(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + countCharacters(line) + 1, 0);
}
