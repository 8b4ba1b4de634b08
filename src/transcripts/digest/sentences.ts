/** Longer sentences are cut: an entry is a statement, not a page. */
const MAX_SENTENCE = 400;
/** More of one text is not looked at. */
const MAX_TEXT = 64 * 1024;

const FENCE = /^\s*(?:```|~~~)/;
const LIST_MARK = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;

/** The statements of a text: sentences and list items, without code blocks and headings' marks. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let inCode = false;
  for (const line of text.slice(0, MAX_TEXT).split("\n")) {
    if (FENCE.test(line)) inCode = !inCode;
    else if (!inCode) sentences.push(...splitLine(line));
  }
  return sentences;
}

function splitLine(line: string): readonly string[] {
  const plain = line
    .replace(LIST_MARK, "")
    .replace(/^\s*#{1,6}\s+/, "")
    .trim();
  // A dot inside a name or number ends nothing; one before a space and a new beginning does.
  return plain
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}`"'([])/u)
    .map((sentence) => sentence.trim().slice(0, MAX_SENTENCE))
    .filter((sentence) => /\p{L}/u.test(sentence) && sentence.length > 3);
}
