/**
 * Characters that a reader cannot see: controls, separators of lines, marks of direction, zero-width
 * characters, tags and variation selectors. They can hide instructions in a text that looks harmless,
 * turn a name around, or make two different texts look alike.
 */
const INVISIBLE =
  "\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\u{fff9}-\\u{fffb}";
const SELECTOR = "\\u{180b}-\\u{180d}\\u{180f}\\u{fe00}-\\u{fe0f}\\u{e0100}-\\u{e01ef}";

/** The flags of England, Scotland and Wales, the only sequences in which tags are meant to be seen. */
const FLAG =
  "\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}";
/** Scripts whose letters take another shape beside a joiner, so that it can be seen. */
const JOINED = [
  "Arabic",
  "Syriac",
  "Mongolian",
  "Nko",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Khmer",
  "Myanmar",
]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
/** Signs that take the vowel from a consonant: a joiner after one of them can be seen, also at the end of a word. */
const VIRAMA =
  "\\u{94d}\\u{9cd}\\u{a4d}\\u{acd}\\u{b4d}\\u{bcd}\\u{c4d}\\u{ccd}\\u{d4d}\\u{dca}\\u{1039}\\u{17d2}";
/** Invisible characters that change how a visible one beside them looks. */
const VISIBLE_EFFECT = [
  FLAG,
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u{fe0f}])\\u{200d}(?=\\p{Extended_Pictographic})",
  `(?<=\\p{Emoji})[\\u{fe0e}\\u{fe0f}](?![${SELECTOR}])`,
  `(?<=[\\p{Script=Han}])[\\u{fe00}-\\u{fe0f}\\u{e0100}-\\u{e01ef}](?![${SELECTOR}])`,
  `(?<=\\p{Script=Mongolian})[\\u{180b}-\\u{180d}\\u{180f}](?![${SELECTOR}])`,
  `(?<=\\p{Sm})\\u{fe00}(?![${SELECTOR}])`,
  `(?<=[${JOINED}])[\\u{200c}\\u{200d}](?=[${JOINED}])`,
  `(?<=[${VIRAMA}])[\\u{200c}\\u{200d}](?![\\u{200c}\\u{200d}])`,
].join("|");

// Compiled when first needed: the tables of Unicode properties cost a start milliseconds.
let escapable: RegExp | undefined;
let findable: RegExp | undefined;
let hidden: RegExp | undefined;

/** Code units of what `escapeInvisible` escapes; most texts have none, and need no closer look. */
const MAY_BE_INVISIBLE = new RegExp(
  [
    "[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f",
    "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ud82f\\ud834\\udb40-\\udb43",
    "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb]",
  ].join(""),
);

/** Code units of what `removeHiddenText` removes. */
const SELECTORS = "\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\udb40-\\udb43";
/** Signs that nearly every text means to be seen when a selector follows, as a warning sign in colour does. */
const SIGNS = [
  "[\\u203c\\u2049\\u2122\\u2139\\u2194-\\u2199\\u23e9-\\u23f3\\u25b6\\u25c0\\u2600-\\u2604\\u2611\\u267b\\u267e\\u267f",
  "\\u2692-\\u2697\\u2699\\u26a0\\u26a1\\u2702\\u2705\\u2708-\\u270d\\u270f\\u2714\\u2716\\u2728\\u274c\\u274e\\u2753-\\u2755",
  "\\u2757\\u2763\\u2764\\u2795-\\u2797\\u27a1\\u2b05-\\u2b07\\u2b50\\u2b55]",
  "|\\ud83c[\\udf96\\udf97\\udfd4-\\udfdf\\udff3\\udff7]|\\ud83d[\\udda5\\udda8\\uddb1\\uddb2\\uddbc\\uddc2-\\uddc4\\uddd1-\\uddd3\\udee0-\\udee5]",
].join("");
/** The first of these is any selector but one of emoji; the others are one of those without a sign, or in a run. */
const MAY_HIDE = new RegExp(
  `[\\u180b-\\u180d\\u180f\\ufe00-\\ufe0d\\udb40-\\udb43]|(?<!${SIGNS})[\\ufe0e\\ufe0f]|[\\ufe0e\\ufe0f](?=[${SELECTORS}])`,
);

/** A text with every invisible character written as an escape, except where it has a visible effect. */
export function escapeInvisible(text: string): string {
  return replaceInvisible(text, escapeOf);
}

/** The same for the text of a JSON document, of which the value stays the same. */
export function escapeInvisibleJson(json: string): string {
  return replaceInvisible(json, (character) => character.split("").map(escapeOf).join(""));
}

/** The first invisible character of a text other than a line feed, tabs included; null if there is none. */
export function findInvisible(text: string): string | null {
  if (!MAY_BE_INVISIBLE.test(text) && !text.includes("\t") && text.isWellFormed()) return null;
  findable ??= new RegExp(`${VISIBLE_EFFECT}|(?!\\n)([${INVISIBLE}])`, "gu");
  for (const [, invisible] of text.matchAll(findable)) {
    if (invisible !== undefined) return invisible;
  }
  return null;
}

function replaceInvisible(text: string, replace: (character: string) => string): string {
  if (!MAY_BE_INVISIBLE.test(text) && text.isWellFormed()) return text;
  escapable ??= new RegExp(`${VISIBLE_EFFECT}|(?![\\n\\t])([${INVISIBLE}])`, "gu");
  return text.replaceAll(escapable, (match, invisible?: string) =>
    invisible === undefined ? match : replace(invisible),
  );
}

function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** A text without hidden text, and how many characters were removed. */
export interface RevealedText {
  readonly text: string;
  readonly removed: number;
}

/**
 * Removes characters that can spell out a text which models read and people do not see: tags, which
 * mirror ASCII, and variation selectors in a run or without a character to vary. For text that is given
 * to a model; the count belongs on the loss report.
 */
export function removeHiddenText(text: string): RevealedText {
  if (!MAY_HIDE.test(text)) return { text, removed: 0 };
  hidden ??= new RegExp(`${VISIBLE_EFFECT}|([\\u{e0000}-\\u{e0fff}${SELECTOR}])`, "gu");
  let removed = 0;
  const revealed = text.replaceAll(hidden, (match, character?: string) => {
    if (character === undefined) return match;
    removed++;
    return "";
  });
  return { text: revealed, removed };
}
