import { endOf, readQuoted } from "../read-value.ts";
import type { Notation } from "./notation.ts";

/** Calls that change the type of a text and nothing else: what is in them is the value. */
const WRAPPERS = [
  String.raw`new[ \t]{1,3}(?:String|Buffer|Secret\w{0,20})`,
  String.raw`(?:\[\](?:byte|uint8|rune)|bytes|bytearray|str|std::string|string)`,
  String.raw`(?:\w{1,20}::){0,3}(?:String|Secret\w{0,20}|Zeroizing|Arc|Box|Rc|Cow|Bytes|Password|ApiKey|Token)(?:::<\w{1,20}>)?::(?:from|new|from_str|Borrowed)`,
  String.raw`(?:Some|Ok|Secret|SecretStr|SecretString|SecretBytes|Buffer\.from|Optional\.of|StaticString)`,
  String.raw`\w{1,20}\.(?:SecretStr|String|Ptr|StringPtr|To)`,
  String.raw`(?:\w{1,20}\.)?SecretValue\.(?:unsafePlainText|plainText)`,
].join("|");
const SIGN = String.raw`["'\x60]?\]?[ \t]{0,3}(?::[ \t]{0,3}[A-Za-z&'][\w.<>?&':]{0,40}[ \t]{1,3})?(?::=|=>|=(?!=)|:(?!:))[ \t]{0,3}`;
const WRAPPED = new RegExp(
  String.raw`${SIGN}&?(?:(?:${WRAPPERS})\(\s{0,3}){1,2}(?=[rbu@]?["'\x60])`,
  "y",
);

/** A value inside of a call that only gives it a type: `String::from("…")`. */
export const wrapped: Notation = {
  name: "wrapped",
  read(text, { end }) {
    const value = endOf(WRAPPED, text, end);
    return value === null ? null : readQuoted(text, value);
  },
};
