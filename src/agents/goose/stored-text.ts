/** The invisible characters of the block of tags, in which text can be hidden; some flags contain them, too. */
const TAGS = /[\u{E0000}-\u{E007F}]/gu;

/** Why the text of a message is another one in Goose. */
export const STORED_DIFFERENTLY =
  "Goose composes characters (Unicode NFC) and removes invisible tags in the text of a message";

/** Whether Goose stores the text of a message as it is. Arguments and results of calls it never changes. */
export function isStoredAsItIs(text: string): boolean {
  return text.normalize("NFC").replaceAll(TAGS, "") === text;
}
