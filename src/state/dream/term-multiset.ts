/** The words of a text with repetitions: a second "the" is a member of its own. */
export type TermMultiset = ReadonlySet<string>;

const WORD = /[\p{L}\p{N}]+/gu;

/** The lower-cased words of a text; every occurrence is a member of its own. */
export function termMultiset(text: string): TermMultiset {
  const seen = new Map<string, number>();
  const bag = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    const times = seen.get(word) ?? 0;
    seen.set(word, times + 1);
    bag.add(`${word} ${times}`);
  }
  return bag;
}

/** Jaccard similarity of two multisets; 0 when both are empty. */
export function multisetOverlap(left: TermMultiset, right: TermMultiset): number {
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  let common = 0;
  for (const word of small) if (large.has(word)) common++;
  const all = left.size + right.size - common;
  return all === 0 ? 0 : common / all;
}
