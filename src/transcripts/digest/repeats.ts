import { countShared, stemsOf } from "./stems.ts";

const STEM_LENGTH = 4;
/** A text with at least so many telling words repeats another one that has this share of them. */
const MIN_STEMS = 3;
const REPEATED_SHARE = 0.7;

/** A text that is on a page, with its telling words. */
export interface PageText {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
}

/** A text with its telling words. */
export function toPageText(text: string): PageText {
  return { text, stems: stemsOf(text, STEM_LENGTH) };
}

/** Names of files, versions, numbers: sentences of one form that differ in them say different things. */
const NAME = /[\w@-]{0,60}[\d_/.][\w./@-]{0,60}[\w]/g;

/** Whether a text says hardly more than another one. */
export function repeats(own: PageText, other: PageText): boolean {
  if (own.stems.size < MIN_STEMS) return false;
  if (countShared(own.stems, other.stems) < REPEATED_SHARE * own.stems.size) return false;
  return (own.text.match(NAME) ?? []).every((name) => other.text.includes(name));
}

/** A text that is mostly a quotation, and the share of it that the quoted part has. */
const QUOTED_SHARE = 0.6;

/** Whether a text says hardly more than another one, is a part of it, or mostly consists of it. */
export function quotes(own: PageText, other: PageText): boolean {
  if (repeats(own, other)) return true;
  const one = lettersOf(own.text);
  const two = lettersOf(other.text);
  return two.includes(one) || (one.includes(two) && two.length >= one.length * QUOTED_SHARE);
}

/** Letters and digits alone, by which quotations are the same in any notation. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
