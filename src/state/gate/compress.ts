import { BYTES_PER_TOKEN } from "../../base/bytes-per-token.ts";

/** More characters than the longest token has. A longer text cannot fit, so the rest need not be counted. */
const MAX_TOKEN_LENGTH = 128;
/** Bytes to remove in each step until a text fits. */
const STEP = 8;
/** A sentence ends where its mark is followed by a space, so that `v1.2.3` is not split. */
const SENTENCE_END = /(?<=[.!?])(?=\s)|\n/;

/** The leading sentences of a text that fit into `target` tokens; a text that fits is returned unchanged. */
export function compressText(
  text: string,
  target: number,
  count: (text: string) => number,
): string {
  if (target <= 0) return "";
  const isSmall = text.length <= target * MAX_TOKEN_LENGTH;
  if (isSmall && count(text) <= target) return text;
  const sentences = text
    .slice(0, target * MAX_TOKEN_LENGTH)
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
  const fits = (kept: number) => count(sentences.slice(0, kept).join(" ")) <= target;
  const kept = mostThatFit(sentences.length, fits);
  if (kept > 0) return sentences.slice(0, kept).join(" ");
  return cutToFit(sentences[0] ?? "", target, count);
}

/** The greatest number up to `limit` that fits, by bisection, because counting tokens is expensive. */
function mostThatFit(limit: number, fits: (kept: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function cutToFit(sentence: string, target: number, count: (text: string) => number): string {
  const bytes = Buffer.from(sentence);
  for (let size = target * BYTES_PER_TOKEN; size > 0; size -= STEP) {
    const cut = cutAtCharacter(bytes, size).trimEnd();
    if (count(cut) <= target) return cut;
  }
  return "";
}

/** The first bytes as text, without a character that the cut would split. */
function cutAtCharacter(bytes: Buffer, size: number): string {
  let end = Math.min(size, bytes.length);
  // A byte of the form 10xxxxxx continues a character.
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}
