import type { Scorer } from "./bm25.ts";
import { termsOf } from "./terms.ts";

/** A sentence ends at its mark before a space, or at a blank line; headings and items are sentences too. */
const SENTENCE = /[^\n]*?(?:[.!?]["'”’)*_`]*(?=\s|$)|\n|$)/gy;
const HEADING = /^\s*#/;
/** A heading announces an answer; a figure often is one. */
const HEADING_WEIGHT = 0.5;
const FIGURE_WEIGHT = 1.1;
const GAP = " … ";
const MAX_SENTENCES = 2_000;

/**
 * What of a text answers a query best, within a length: the sentences that score highest, in the order of the
 * text, with a sign where something is left out. A text that fits is given whole.
 */
export function bestExcerpt(text: string, scorer: Scorer, maxLength: number): string {
  const whole = text.trim();
  if (whole.length <= maxLength) return whole;
  const sentences = sentencesOf(whole);
  const scores = sentences.map((sentence) => scoreOf(sentence, scorer));
  const byScore = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const best = byScore[0] ?? 0;
  const chosen = new Set<number>();
  let room = maxLength;
  // What follows the best sentence often goes on with it, so it comes before what has nothing to do with it.
  const wanted = byScore.filter((at) => (scores[at] ?? 0) > 0);
  for (const at of [...wanted, best, best + 1, best - 1]) {
    const length = (sentences[at]?.trim().length ?? maxLength) + GAP.length;
    if (chosen.has(at) || length > room) continue;
    chosen.add(at);
    room -= length;
  }
  if (chosen.size === 0) return cut(sentences[best]?.trim() ?? whole, maxLength);
  return join(
    sentences,
    [...chosen].sort((a, b) => a - b),
  );
}

/** Sentences in their order; neighbours as they stand, others with a sign between them. */
function join(sentences: readonly string[], chosen: readonly number[]): string {
  let text = "";
  for (const [place, at] of chosen.entries()) {
    const follows = place > 0 && chosen[place - 1] === at - 1;
    if (place > 0 && !follows) text = `${text.trimEnd()}${GAP}`;
    text += follows ? (sentences[at] ?? "") : (sentences[at]?.trimStart() ?? "");
  }
  return text.trim();
}

/** All sentences are scored as if they were equally long: else the shortest would win. */
function scoreOf(sentence: string, scorer: Scorer): number {
  const score = scorer.score({ terms: termsOf(sentence).join(" "), length: scorer.average });
  if (HEADING.test(sentence)) return score * HEADING_WEIGHT;
  return /\d/.test(sentence) ? score * FIGURE_WEIGHT : score;
}

function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  SENTENCE.lastIndex = 0;
  while (SENTENCE.lastIndex < text.length && sentences.length < MAX_SENTENCES) {
    const found = SENTENCE.exec(text)?.[0] ?? "";
    if (found === "") break;
    sentences.push(found);
  }
  return sentences;
}

function cut(text: string, maxLength: number): string {
  return `${text
    .slice(0, maxLength - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")}…`;
}
