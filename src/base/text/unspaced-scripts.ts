/**
 * Scripts whose words are not separated by spaces, and Korean, which joins particles to its words. Where a word ends
 * in them cannot be seen, so that a search takes them in pairs of characters.
 */
export const UNSPACED = String.raw`[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{M}\p{Nl}]]`;

const STARTS_UNSPACED = new RegExp(`^${UNSPACED}`, "v");
const MARK = /\p{M}/u;
/** One character with the marks that belong to it. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;

/** Whether a text begins with a character of such a script. */
export function isUnspaced(text: string): boolean {
  return STARTS_UNSPACED.test(text);
}

/** The pairs of adjacent characters of a run, each character with its marks; a single one is itself. */
export function pairsOf(run: string): readonly string[] {
  const characters = charactersOf(run);
  const pairs: string[] = [];
  let last: string | null = null;
  for (const character of characters) {
    if (last !== null) pairs.push(last + character);
    last = character;
  }
  return pairs.length === 0 ? characters : pairs;
}

function charactersOf(run: string): readonly string[] {
  return MARK.test(run) ? (run.match(CHARACTER) ?? []) : [...run];
}
