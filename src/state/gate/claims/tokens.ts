import { IDEOGRAPHIC_TERMS } from "./exclusive-terms.ts";
import { EMPTY_WORDS, FUNCTION_WORDS, LIGHT_VERBS } from "./grammar.ts";
import {
  ideographicNegation,
  NEGATING_TERMS,
  type NegationKind,
  negationFinder,
  unfoldPhrases,
} from "./negation.ts";
import { type Quantity, quantityOf, singleUnit } from "./quantities.ts";

/** One word of a claim. */
export interface Token {
  /** Lower-cased; a number in its plain form. */
  readonly text: string;
  readonly kind: "content" | "light" | "function" | "empty" | "number" | "break";
  readonly negation: NegationKind;
  readonly quantity: Quantity | null;
  /** Whether it looks like the name of something: quoted, compound, with a digit, Latin among other letters. */
  readonly isName: boolean;
  /** Compound or quoted: it names one thing and no other. */
  readonly isIdentifier: boolean;
  /** Whether its ending marks the subject, as in Korean. */
  readonly endsSubject: boolean;
}

/** Tokens of one sentence that are compared; a longer one is compared by its beginning. */
const MAX_TOKENS = 64;

const PIECE =
  /(?<tick>`[^`\n]{1,120}`)|(?<number>-?\d+(?:[.,:/-]\d+)*(?:(?=[a-z])\p{L}{0,3}(?!\p{L}))?%?)|(?<word>(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})[\p{L}\p{M}\p{N}])+(?:[-_./'’@](?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})[\p{L}\p{M}\p{N}])+)*(?:\+\+|#)?)|(?<hangul>\p{Script=Hangul}+)|(?<kana>[\p{Script=Katakana}ー]+)|(?<hiragana>\p{Script=Hiragana}+)|(?<han>\p{Script=Han}+)|(?<mark>\[[ x]\]|[<>≤≥≠]=?|!=|[%$€£?❌✗✅✓+])|(?<break>[,;:()—–、，；]|\bbut\b)/giu;

/** Takes a sentence apart. */
export function tokensOf(sentence: string): readonly Token[] {
  return joinQuantities(readPieces(sentence).slice(0, MAX_TOKENS));
}

/** Whether a sentence has more tokens than are compared. */
export const isTooLong = (sentence: string) => readPieces(sentence).length > MAX_TOKENS;

function readPieces(sentence: string): readonly Token[] {
  const text = sentence
    .normalize("NFKC")
    .replace(/[*_~]{2,}|["“”„«»]/g, " ")
    .replace(OTHER_DIGITS, (digit) => String(OTHER_DIGIT_ROW.indexOf(digit) % 10));
  const lower = unfoldPhrases(text.toLowerCase());
  const hasOtherLetters =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}]/u.test(
      lower,
    );
  const negationOf = negationFinder(lower);
  const names = capitalisedNames(text);
  const words: Token[] = [];
  const context = { negationOf, names, hasOtherLetters, text };
  for (const match of lower.matchAll(PIECE)) {
    if (words.length > MAX_TOKENS) break;
    words.push(...readPiece(match.groups ?? {}, context));
  }
  return words;
}

/** Digits that are written in Arabic, Persian and Hindi. */
const OTHER_DIGIT_ROW = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९";
const OTHER_DIGITS = new RegExp(`[${OTHER_DIGIT_ROW}]`, "g");

interface PieceContext {
  readonly negationOf: (word: string) => NegationKind;
  readonly names: ReadonlySet<string>;
  readonly hasOtherLetters: boolean;
  readonly text: string;
}

type Piece = Readonly<Record<string, string | undefined>>;

function readPiece(piece: Piece, context: PieceContext): readonly Token[] {
  if (piece.break !== undefined) return [token(piece.break, { kind: "break" })];
  if (piece.tick !== undefined) return readQuoted(piece.tick.slice(1, -1).trim());
  if (piece.number !== undefined) return [token(piece.number, { kind: "number" })];
  if (piece.mark !== undefined) return [readMark(piece.mark)];
  if (piece.hangul !== undefined) return [readHangul(piece.hangul, context)];
  if (piece.kana !== undefined) return [token(piece.kana, {})];
  if (piece.hiragana !== undefined) return readIdeographs(piece.hiragana, "function", context);
  if (piece.han !== undefined) return readIdeographs(piece.han, "content", context);
  return (piece.word === undefined ? [] : splitWord(piece.word)).map((word) =>
    readWord(word, context),
  );
}

function readQuoted(span: string): readonly Token[] {
  return [token(span, { isName: true, isIdentifier: true })];
}

/** Crosses turn down; other signs only have to be equal. */
function readMark(mark: string): Token {
  return token(mark, { kind: "function", negation: /[❌✗]/.test(mark) ? "negation" : null });
}

/** Endings that only show the part that a Korean word plays. */
const KOREAN_ENDING =
  /(?<=\p{Script=Hangul}{2})(?:으로|에서|에는|은|는|이|가|을|를|에|의|도|로|와|과|합니다|한다|됩니다|된다|입니다|하기로|하지|하고)$/u;

function readHangul(word: string, { negationOf }: PieceContext): Token {
  const stem = word.replace(KOREAN_ENDING, "");
  const kind = FUNCTION_WORDS.has(word) ? "function" : LIGHT_VERBS.has(stem) ? "light" : "content";
  const endsSubject = kind === "content" && /[은는]$/u.test(word) && stem !== word;
  return token(kind === "function" ? word : stem, {
    kind,
    negation: negationOf(word),
    endsSubject,
  });
}

/** Known terms stay together; every other character is a token of its own. */
function readIdeographs(
  run: string,
  kind: "content" | "function",
  { negationOf }: PieceContext,
): readonly Token[] {
  const parts = kind === "function" ? [run] : splitTerms(run);
  return parts.map((part) =>
    token(part, {
      kind: HAN_GRAMMAR.test(part) ? "function" : kind,
      negation: ideographicNegation(part) ?? negationOf(part),
    }),
  );
}

const HAN_GRAMMAR = /^(?:[不没沒无無未非勿莫能]|可以|能够|能夠)$/u;

/** Terms, units and words of several characters, the longest first. */
const KEPT_TOGETHER = [
  ...IDEOGRAPHIC_TERMS,
  ...NEGATING_TERMS,
  "分钟",
  "分鐘",
  "小时",
  "小時",
  "時間",
  "个月",
  "用户",
  "用戶",
  "应用",
  "應用",
  "使用",
  "采用",
  "採用",
  "可以",
  "能够",
  "能夠",
].sort((left, right) => right.length - left.length);

function splitTerms(run: string): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < run.length; ) {
    const term = KEPT_TOGETHER.find((each) => run.startsWith(each, at));
    const part = term ?? String.fromCodePoint(run.codePointAt(at) ?? 0);
    parts.push(part);
    at += part.length;
  }
  return parts;
}

/** "don't" is "do not"; French and Italian elide before a word, English and Turkish put an ending after it. */
function splitWord(word: string): readonly string[] {
  const at = word.search(/['’]/);
  if (at < 0) return [word];
  const head = word.slice(0, at);
  const tail = word.slice(at + 1);
  if (tail === "t" && head.endsWith("n")) {
    return [head === "can" ? "can" : head === "won" ? "will" : head.slice(0, -1), "not"];
  }
  if (head.length <= 2 && tail.length > 2) return [head, tail];
  return /^(?:s|re|ve|ll|d|m)$/.test(tail) || tail.length <= 4 ? [head] : [head, tail];
}

const COMPOUND = /[-_./@]|\p{L}\p{N}*\d$|\d\p{L}|\+\+$|#$/u;

function readWord(word: string, { negationOf, names, hasOtherLetters }: PieceContext): Token {
  if (/^v\d/.test(word)) return token(word, { kind: "number" });
  const negation = negationOf(word);
  const isIdentifier = COMPOUND.test(word);
  const isLatin = /^[\p{Script=Latin}\d.+#-]+$/u.test(word);
  const isName = isIdentifier || names.has(word) || (hasOtherLetters && isLatin);
  // Among other letters a Latin word is a name, even if it is spelt like a verb: "Go で書く".
  const kind = hasOtherLetters && isLatin ? "content" : kindOf(word, names);
  return token(word, { kind, negation, isName, isIdentifier });
}

function kindOf(word: string, names: ReadonlySet<string>): Token["kind"] {
  if (names.has(word)) return "content"; // "Room A" names a room.
  if (EMPTY_WORDS.has(word)) return "empty";
  if (FUNCTION_WORDS.has(word)) return "function";
  return LIGHT_VERBS.has(word) ? "light" : "content";
}

/** Words that are written with a capital inside a sentence, lower-cased. German nouns are among them. */
function capitalisedNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(
    /(?<=[\p{L}\p{N},;`)]\s+)\p{Lu}[\p{L}\p{N}]*|(?<!\p{L})\p{L}*\p{Ll}\p{Lu}\p{L}*/gu,
  )) {
    if (match[0] !== "I") names.add(match[0].toLowerCase());
  }
  return names;
}

/** Joins a number with its unit: "15 minutes" is "900 s". */
function joinQuantities(tokens: readonly Token[]): readonly Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const each = tokens[at];
    if (each === undefined) continue;
    const next = tokens[at + 1]?.text ?? "";
    const read = each.isIdentifier || each.kind === "break" ? null : quantityOf(each.text, next);
    if (read !== null) {
      joined.push(quantityToken(read.quantity));
      if (read.hasUnit) at++;
      continue;
    }
    const single = /^(?:a|an|per|eine|une|una|uma|one)$/.test(each.text) ? singleUnit(next) : null;
    if (single === null) joined.push(each);
    else {
      joined.push(quantityToken(single));
      at++;
    }
  }
  return joined;
}

function quantityToken(quantity: Quantity): Token {
  return token(quantity.key, { kind: "number", quantity });
}

function token(text: string, changes: Partial<Token>): Token {
  return {
    text,
    kind: "content",
    negation: null,
    quantity: null,
    isName: false,
    isIdentifier: false,
    endsSubject: false,
    ...changes,
  };
}
