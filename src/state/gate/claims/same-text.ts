import { type Claim, isReadInFull } from "./claim.ts";

/** A text, as far as it is related to another. */
export interface RelatedText {
  readonly claims: readonly Claim[];
  /** The text as it is written: of what is left out of the claims, some must be equal too. */
  readonly text: string;
}

/** Whether two texts have the same claims in the same order, signs and quoted code aside. */
export function haveSameClaims(own: RelatedText, other: RelatedText): boolean {
  if (own.claims.length !== other.claims.length || own.claims.length === 0) return false;
  return own.claims.every(({ key }, at) => key === other.claims[at]?.key);
}

/** Whether two texts with the same claims are also written with the same signs, the same code and the same end. */
export function areWrittenAlike({ text: own }: RelatedText, { text: other }: RelatedText): boolean {
  if (own === other) return true;
  if (signsOf(own) !== signsOf(other) || !haveSameCode(own, other)) return false;
  return (isReadInFull(own) && isReadInFull(other)) || lettersOf(own) === lettersOf(other);
}

/** Marks of lists, headings and emphasis. */
const MARKDOWN = /^[ \t]*(?:(?:[>*+-]|#{1,6})[ \t]+)+|[*_~]{2,}|`/gmu;
/** Symbols, and what is before a word and belongs to it: "^18", "👎", "../shared", "!src". */
const SIGNS =
  /(?!=)\p{S}|[&′″]|(?<![\p{L}\p{N}./])\.{1,2}\/|(?<![\p{L}\p{N}.])[.!#@*/](?=[\p{L}\p{N}.])/gu;

function signsOf(text: string): string {
  return (text.normalize("NFKC").replace(MARKDOWN, " ").match(SIGNS) ?? []).join(" ");
}

/** Inside back-ticks capitals matter. */
function haveSameCode(own: string, other: string): boolean {
  const code = codeOf(own);
  const otherCode = codeOf(other);
  return code.length === 0 || otherCode.length === 0 || code.join("\n") === otherCode.join("\n");
}

const codeOf = (text: string): readonly string[] => text.match(/`[^`\n]{1,120}`/g) ?? [];

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
