/**
 * Finds lines that state their own kind, such as "Decision: …" or "TODO: …". Only the start of a
 * line is matched: a word in the middle of a sentence says too little. Each pattern is anchored and
 * has no nested repetition, so it takes linear time on any text.
 */

import type { SectionName } from "./sections.ts";

/**
 * The section of a line by its first words, after bullets and emphasis. The first match counts: a
 * finished item that starts with "[x]" is not open, whatever follows.
 */
const labels: readonly (readonly [SectionName, RegExp])[] = [
  ["Done", /^(?:\[x\]|(?:done|fixed|completed|implemented|resolved|merged|shipped)\b\s*[:\-–—])/i],
  [
    "Open",
    /^(?:\[ \]|(?:todo|fixme|to do|next(?: steps?)?|open(?: questions?)?|question|remaining|pending|blocked|follow[- ]?up|risks?)\b\s*[:\-–—])/i,
  ],
  [
    "Decisions and constraints",
    /^(?:(?:decisions?|decided|constraints?|requirements?|rules?|assumptions?|acceptance(?: criteria)?|goals?|plan|policy|agreed|rejected|because|reason|note|important|warning)\b\s*[:\-–—]|(?:we (?:decided|agreed|chose|will|must|should)|you must|it must|must(?: not)?|never|always|do not|don't|let's|use only|prefer)\s)/i,
  ],
];

const BULLET = /^(?:[-*+•>]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)+/;
const EMPHASIS = /\*\*|__/g;
const FENCE = /^\s*(?:```|~~~)/;

/** Most lines of a text that are read, and most that one text may contribute. */
const MAX_LINES = 2_000;
const MAX_LABELLED = 8;
/** Longest text that is searched. */
const MAX_SEARCHED = 200_000;

/** A line that announces itself, without its marks. */
export interface LabelledLine {
  readonly section: SectionName;
  readonly text: string;
}

/**
 * The lines of a text that announce a decision, a constraint, an open item or something done. Code
 * is skipped.
 */
export function findLabelledLines(text: string): readonly LabelledLine[] {
  const found: LabelledLine[] = [];
  let isCode = false;
  for (const line of text.slice(0, MAX_SEARCHED).split("\n", MAX_LINES)) {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode) continue;
    const plain = line.trim().replace(BULLET, "").replaceAll(EMPHASIS, "").trim();
    const section = sectionOf(plain);
    if (section !== null) found.push({ section, text: plain });
    if (found.length === MAX_LABELLED) break;
  }
  return found;
}

function sectionOf(line: string): SectionName | null {
  if (line.length < 4) return null;
  return labels.find(([, pattern]) => pattern.test(line))?.[0] ?? null;
}
