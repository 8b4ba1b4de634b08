import { trimEndOf } from "../../base/text/trim-end.ts";
import { termsOf } from "../../memory/rank/terms.ts";
import type { ShownItem } from "./shown-items.ts";

/** A statement and the words that are said to prove it. */
export interface Claim {
  readonly text: string;
  readonly quote: string;
  /** Whether it binds: only a person or an agent can have decided, never a file or a page. */
  readonly binds: boolean;
}

/** Why an item does not prove a claim. */
export type Doubt = "quote_not_there" | "words_not_there" | "name_not_there" | "said_by_a_tool";

/** Shortest quote, in characters without blanks: every item contains "the". */
const MIN_QUOTE_LENGTH = 6;
const MIN_SHARED_TERMS = 0.5;
/** What is spelled in one way only: a path, a version, a name in code. */
const NAME = /[\p{L}\p{N}_./@:-]+/gu;
const IN_ONE_WAY = /\p{N}|[_/@]|\p{Ll}\p{Lu}/u;
/** The sign that frames put into what they quote. */
const BREAK = /\u200b/g;

/**
 * What refutes a claim; null when the item bears it out. The item must contain the quote, half of the
 * claim's words and every name in it.
 */
export function doubtAbout(claim: Claim, { text, by }: ShownItem): Doubt | null {
  const content = plain(text);
  const quote = plain(claim.quote);
  if (quote.replaceAll(" ", "").length < MIN_QUOTE_LENGTH || !content.includes(quote)) {
    return "quote_not_there";
  }
  if (namesIn(claim.text).some((name) => !content.includes(name))) return "name_not_there";
  const itemTerms = new Set(termsOf(text));
  const terms = [...new Set(termsOf(claim.text))];
  const shared = terms.filter((term) => itemTerms.has(term)).length;
  if (shared < terms.length * MIN_SHARED_TERMS) return "words_not_there";
  return claim.binds && by === "tool" ? "said_by_a_tool" : null;
}

/** The names in a text, in lower case. */
export function namesIn(text: string): readonly string[] {
  const names = (text.match(NAME) ?? []).filter((name) => IN_ONE_WAY.test(name));
  return names.map((name) => trimEndOf(plain(name), ".:/-"));
}

/** Text in which only the words count. */
function plain(text: string): string {
  return text.normalize("NFC").replace(BREAK, "").replace(/\s+/g, " ").trim().toLowerCase();
}
