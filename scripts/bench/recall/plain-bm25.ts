import type { Document } from "./corpus.ts";

/** BM25 as the textbook has it (k1 1.2, b 0.75): words as they are, no stop list, no stems, whole documents. */
export function plainBm25(
  documents: readonly Document[],
): (query: string, limit: number) => readonly Document[] {
  const read = documents.map((document) => ({ document, ...countsOf(document.text) }));
  const average = read.reduce((total, { length }) => total + length, 0) / read.length;
  const having = new Map<string, number>();
  for (const { counts } of read) {
    for (const word of counts.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  }
  return (query, limit) => {
    const words = [...countsOf(query).counts.keys()];
    const scoreOf = ({ counts, length }: (typeof read)[number]) => {
      let score = 0;
      for (const word of words) {
        const frequency = counts.get(word) ?? 0;
        const n = having.get(word) ?? 0;
        const rarity = Math.log(1 + (read.length - n + 0.5) / (n + 0.5));
        score +=
          (rarity * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * length) / average));
      }
      return score;
    };
    return read
      .map((each) => ({ document: each.document, score: scoreOf(each) }))
      .sort((left, right) => right.score - left.score)
      .slice(0, limit)
      .map(({ document }) => document);
  };
}

function countsOf(text: string): { readonly counts: ReadonlyMap<string, number>; length: number } {
  const counts = new Map<string, number>();
  let length = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    length++;
  }
  return { counts, length };
}
