import { isStopWord } from "../../base/text/stop-words.ts";
import { hasRedaction } from "../../model/redaction.ts";
import { isValueTerm, UNITS } from "./value-terms.ts";

/** What the gate compares of a text. */
export interface Features {
  /** Lower-cased words of three code points or more. */
  readonly words: ReadonlySet<string>;
  /** The same without those that belong to a value. */
  readonly plain: ReadonlySet<string>;
  /** Names of things: quoted spans, compound and camel-cased words, words that end in a digit. */
  readonly identifiers: ReadonlySet<string>;
  /** What may change while the text speaks of the same: numbers, proper names, negations, booleans. */
  readonly values: ReadonlySet<string>;
  /** Whether something was redacted: then it cannot be compared. */
  readonly isRedacted: boolean;
}

interface Token {
  readonly text: string;
  readonly quoted: boolean;
  readonly startsSentence: boolean;
}

const MIN_WORD_LENGTH = 3;
/** A text longer than this is compared by its beginning. */
const MAX_TEXT = 64 * 1024;

/** A quoted span on one line, else a run of letters and digits joined by inner signs. */
// regex: a quoted span has at most 120 characters.
const TOKEN =
  /`(?<tick>[^`\n]{1,120})`|"(?<quote>[^"\n]{1,120})"|“(?<curly>[^”\n]{1,120})”|\d+(?:,\d{3})+(?![\p{L}\p{N}])|[\p{L}\p{N}]+(?:[-_./'’][\p{L}\p{N}]+)*%?|[=:]/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const NUMBER = /^v?\d[\p{L}\p{N}.,/-]*%?$/iu;
const COMPOUND = /[-_./]|\p{Ll}\p{Lu}|\p{L}\p{N}*\d$/u;
const CAPITALISED = /^\p{Lu}/u;
/** Whether nothing of the same sentence comes before: marks of lists and emphasis do not count. */
// regex: it sees the 12 characters before a word.
const SENTENCE_START = /(?:^|[.!?]["'”’)*_]*\s|\n)[\s#>*_+("'“‘-]*$/;
/** Words after which a name is what is said of the subject, not the subject. */
const COPULA = /^(?:is|are|was|were|be|became|chose|chosen|choose|equals)$/;
const SIGN = /^[=:]$/;
const CHANGE = /^(?:set|sets|changed|moved|switched|defaults|renamed|migrated|equal)$/;
const BETWEEN = /^(?:a|an|the|now|currently|still|to)$/;

/** Takes a text apart into what the gate compares. */
export function extractFeatures(content: string): Features {
  const text = content.slice(0, MAX_TEXT);
  const tokens = tokensOf(text);
  const identifiers = new Set<string>();
  const values = new Set<string>();
  const inValues = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    const kind = kindOf(tokens, at);
    if (kind === "word") continue;
    const name = token.text.toLowerCase();
    if (kind === "identifier") {
      identifiers.add(name);
      continue;
    }
    const unit = unitAfter(tokens, at);
    values.add(unit === null ? name : `${name} ${unit}`);
    for (const word of vocabularyOf(unit === null ? name : `${name} ${unit}`)) inValues.add(word);
  }
  const words = vocabularyOf(text);
  const plain = new Set([...words].filter((word) => !inValues.has(word)));
  return { words, plain, identifiers, values, isRedacted: hasRedaction(text) };
}

/** The set of lower-cased words of three code points or more. */
export function vocabularyOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (word.length >= MIN_WORD_LENGTH && [...word].length >= MIN_WORD_LENGTH) words.add(word);
  }
  return words;
}

function tokensOf(text: string): readonly Token[] {
  return Array.from(text.matchAll(TOKEN), (match) => {
    const span = match.groups?.tick ?? match.groups?.quote ?? match.groups?.curly;
    return {
      text: span ?? match[0],
      quoted: span !== undefined,
      startsSentence: SENTENCE_START.test(text.slice(Math.max(0, match.index - 12), match.index)),
    };
  });
}

function kindOf(tokens: readonly Token[], at: number): "word" | "identifier" | "value" {
  const token = tokens[at];
  if (token === undefined || token.text === "=" || token.text === ":") return "word";
  if (NUMBER.test(token.text) || isValueTerm(token.text)) return "value";
  if (token.quoted || COMPOUND.test(token.text)) {
    return isComplement(tokens, at) ? "value" : "identifier";
  }
  const isProper = CAPITALISED.test(token.text) && !token.startsSentence;
  return isProper && !isStopWord(token.text.toLowerCase()) ? "value" : "word";
}

/** Whether a name is what the sentence sets: "the region is eu-west", "was moved to `blue`". */
function isComplement(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1; before >= 0 && before >= at - 4; before--) {
    const word = tokens[before]?.text.toLowerCase() ?? "";
    if (SIGN.test(word)) return before === at - 1; // "Note: the `pump` …" sets nothing.
    if (COPULA.test(word) || (CHANGE.test(word) && before < at - 1)) return true;
    if (!BETWEEN.test(word)) return false;
  }
  return false;
}

function unitAfter(tokens: readonly Token[], at: number): string | null {
  if (!/^\d/.test(tokens[at]?.text ?? "")) return null;
  const next = tokens[at + 1]?.text.toLowerCase() ?? "";
  return UNITS.has(next) ? next : null;
}
