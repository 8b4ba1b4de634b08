/** The words of a text for comparing it: the second "the" counts beside the first. */
export type WordBag = ReadonlySet<string>;

const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text, in small letters; every occurrence is a member of its own. */
export function wordBag(text: string): WordBag {
  const seen = new Map<string, number>();
  const bag = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    const times = seen.get(word) ?? 0;
    seen.set(word, times + 1);
    bag.add(`${word} ${times}`);
  }
  return bag;
}

/** How much two bags share: the common occurrences among all; 0 when both are empty. */
export function overlap(left: WordBag, right: WordBag): number {
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  let common = 0;
  for (const word of small) if (large.has(word)) common++;
  const all = left.size + right.size - common;
  return all === 0 ? 0 : common / all;
}
