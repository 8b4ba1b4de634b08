/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** Less than this share of a text says too little to stand for it. */
const LEAST_SHARE = 0.25;
const SENTENCE_END = /(?<=[.!?])\s+|\n+/u;

/**
 * The leading sentences of a text that cost no more than `target` tokens, or the beginning of the first
 * one; null when that would be less than a quarter of it. A text that fits is returned as it is.
 */
export function compress(text: string, target: number, count: CountTokens): string | null {
  const cost = count(text);
  if (cost <= target) return text;
  if (target < cost * LEAST_SHARE) return null;
  const sentences = text
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
  let kept = "";
  for (const sentence of sentences) {
    const longer = kept === "" ? sentence : `${kept} ${sentence}`;
    if (count(longer) > target) break;
    kept = longer;
  }
  return kept === "" ? cutToFit(sentences[0] ?? "", target, count) : kept;
}

/** The longest beginning of a sentence that fits, cut between characters. */
function cutToFit(sentence: string, target: number, count: CountTokens): string | null {
  const points = [...sentence];
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(points.slice(0, middle).join("").trimEnd()) <= target) low = middle;
    else high = middle - 1;
  }
  const cut = points.slice(0, low).join("").trimEnd();
  return cut === "" || count(cut) > target ? null : cut;
}
