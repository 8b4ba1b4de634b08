/** Characters of an excerpt, and how many of them may be what both texts have in common. */
const LENGTH = 80;
const LEAD = 40;

/** One line of a text, as much as a list has space for. */
export function excerptOf(text: string, from = 0): string {
  const line = text.split("\n", 1)[0] ?? "";
  const rest = from === 0 ? line : `…${line.slice(from)}`;
  return rest.length > LENGTH ? `${rest.slice(0, LENGTH - 1)}…` : rest;
}

/** Excerpts of two texts that show where they differ: what long texts have in common before it is left out. */
export function excerptPair(left: string, right: string): readonly [string, string] {
  let common = 0;
  while (common < left.length && left[common] === right[common]) common++;
  // At the beginning of a word; texts that differ early are shown from their start.
  const from = common > LEAD ? left.lastIndexOf(" ", common - LEAD / 2) + 1 : 0;
  return [excerptOf(left, from), excerptOf(right, from)];
}
