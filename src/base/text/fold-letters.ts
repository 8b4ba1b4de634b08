const NOT_ASCII = /[^\0-\x7f]/;
/** Marks on Latin, Greek, Cyrillic, Hebrew and Arabic letters. In other scripts marks are vowels, which stay. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]/g;

/** A text as searches compare it: full and half width are the same, and so are letters with and without accents. */
export function foldLetters(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text.normalize("NFKD").replaceAll(ACCENTS, "").normalize("NFC");
}
