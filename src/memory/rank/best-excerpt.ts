import { termsOf } from "../../base/text/terms.ts";
import type { Scorer } from "./bm25.ts";

/**
 * A sentence ends at its mark before a space, at the marks of scripts that put no space after them, or at the end of a
 * line: headings and list items count too.
 */
const SENTENCE = /[^\n]*?(?:[.!?]["'”’)*_`]*(?=\s|$)|[。！？；｡]["'”’」』）)]*|\n|$)/gy;
const HEADING = /^\s*#/;
/** A heading only announces an answer; a sentence with a figure often is one. */
const HEADING_WEIGHT = 0.5;
const FIGURE_WEIGHT = 1.1;
/** Between two sentences that are not adjacent. */
const GAP = " … ";
const MAX_SENTENCES = 2_000;
/** Characters of Chinese, Japanese and Korean contain more, and cost a model more, than letters: each counts twice. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g;

/**
 * The part of a text that answers a query best, within a length: the sentences with the highest scores in their
 * original order, with a mark where something is left out. A text that fits is returned unchanged.
 */
export function bestExcerpt(text: string, scorer: Scorer, maxLength: number): string {
  const full = text.trim();
  if (lengthOf(full) <= maxLength) return full;
  const sentences = sentencesOf(full);
  const scores = sentences.map((sentence) => scoreOf(sentence, scorer));
  const byScore = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const best = byScore[0] ?? 0;
  const chosen = new Set<number>();
  let left = maxLength;
  // The sentence after the best one often continues it, so it comes before unrelated ones.
  const wanted = byScore.filter((at) => (scores[at] ?? 0) > 0);
  for (const at of [...wanted, best, best + 1, best - 1]) {
    const sentence = sentences[at]?.trim();
    if (sentence === undefined || chosen.has(at)) continue;
    const length = lengthOf(sentence) + GAP.length;
    if (length > left) continue;
    chosen.add(at);
    left -= length;
  }
  if (chosen.size === 0) return cut(sentences[best]?.trim() ?? full, maxLength);
  return join(
    sentences,
    [...chosen].sort((a, b) => a - b),
  );
}

/** Joins sentences; a mark separates those that are not adjacent in the text. */
function join(sentences: readonly string[], chosen: readonly number[]): string {
  let text = "";
  for (const [place, at] of chosen.entries()) {
    const follows = place > 0 && chosen[place - 1] === at - 1;
    if (place > 0 && !follows) text = `${text.trimEnd()}${GAP}`;
    text += follows ? (sentences[at] ?? "") : (sentences[at]?.trimStart() ?? "");
  }
  return text.trim();
}

/** All sentences are scored as if they had the same length: otherwise the shortest would win. */
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

function lengthOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

function cut(text: string, maxLength: number): string {
  const share = text.length / lengthOf(text);
  return `${text
    .slice(0, Math.floor((maxLength - 1) * share))
    .toWellFormed()
    .replace(/\uFFFD$/, "")}…`;
}
