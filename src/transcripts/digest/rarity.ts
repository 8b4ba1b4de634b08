/** Different words that are counted; later ones count as rare, which they are. */
const MAX_WORDS = 100_000;
const WORD = /[\p{L}\p{N}_./-]{3,}/gu;

/** Counts the words of a statement, each once. */
export function countWords(counts: Map<string, number>, text: string): void {
  for (const word of wordsOf(text)) {
    const count = counts.get(word);
    if (count !== undefined) counts.set(word, count + 1);
    else if (counts.size < MAX_WORDS) counts.set(word, 1);
  }
}

/** How unusual the rarest word of a text is: 1 for one that was said once, towards 0 for common ones. */
export function rarityOf(counts: ReadonlyMap<string, number>, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (const word of wordsOf(text)) least = Math.min(least, counts.get(word) ?? 1);
  return least === Number.POSITIVE_INFINITY ? 0 : 1 / Math.sqrt(least);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(WORD) ?? []);
}
