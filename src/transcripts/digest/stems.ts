/** Words that say nothing about what a sentence is about. */
const COMMON = new Set([
  "maybe",
  "first",
  "please",
  "then",
  "also",
  "just",
  "this",
  "that",
  "with",
  "from",
  "into",
  "have",
  "should",
  "would",
  "could",
  "want",
  "need",
  "will",
  "make",
  "some",
  "there",
  "here",
  "what",
  "when",
  "which",
  "them",
  "they",
  "your",
  "these",
  "those",
  "does",
  "like",
  "same",
  "again",
  "well",
  "only",
  "back",
  "more",
  "much",
  "very",
  "than",
  "been",
  "were",
  "after",
  "before",
  "about",
  "over",
  "still",
  "sure",
  "okay",
  "now",
  "let's",
]);

/** The beginnings of the telling words of a text, so that one and several of a thing are the same. */
export function stemsOf(text: string, length: number): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)).map((word) => word.slice(0, length)));
}

/** How many words two texts share. */
export function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((stem) => other.has(stem)).length;
}
