import { isInList, isStatement, lineBefore, lineBehind } from "../lines.ts";
import {
  endOf,
  isQuoted,
  readQuoted,
  readSetting,
  readValue,
  type Written,
} from "../read-value.ts";
import { isMemorable } from "../value-kinds.ts";
import type { NamePlace, Notation } from "./notation.ts";

const SIGN =
  /["'`]?\]?(?:\*\*)?[ \t]{0,20}(?::=|=>|# ?=>|=(?!=)|:(?!:)|：|→|->)(?:\*\*)?[ \t]{0,24}/y;
/** A value of YAML that begins on the next line. */
const BLOCK = /["']?[ \t]{0,3}:[ \t]{1,4}[|>][-+]?[ \t]{0,4}\r?\n[ \t]{1,40}(?=\S)/y;
/** A place in a file, as searches and compilers write it: `secrets.rs:107:`. */
const LOCATION = /:\d{1,6}(?::|\b(?![\w.!@#$%^&*+-]))/y;
const CONSTANT = /^[A-Z0-9_.]+$/;

/** A name, a sign and a value: files of settings, JSON, YAML, code, and labels in text. */
export const assignment: Notation = {
  name: "assignment",
  read(text, place) {
    const { name, start, end } = place;
    const block = endOf(BLOCK, text, end);
    if (block !== null) return readSetting(text, block) ?? "no value";
    const value = endOf(SIGN, text, end);
    if (value === null) return null;
    if (endOf(LOCATION, text, end) !== null && text.charAt(start - 1) !== '"') {
      if (/[./]/.test(text.slice(Math.max(0, start - 1), end))) return "no value";
    }
    if (isVerdict(text, name, start, value) || isSentence(text, place)) return "no value";
    if (SUM_OF.test(text.slice(Math.max(0, start - 40), start))) return "no value";
    if (isQuoted(text, value)) return readInQuotes(text, place, value) ?? "no value";
    const around = readBehindQuote(text, start, value);
    if (around !== null) return around;
    return readUnquoted(text, place, value) ?? "no value";
  },
};

/** A variable of a shell is nothing but its value, whatever quotes it has: `DB_PASS='…'`. */
function readInQuotes(text: string, { name, end }: NamePlace, value: number): Written | null {
  const written = readQuoted(text, value);
  const isVariable = CONSTANT.test(name) && text.slice(end, value) === "=";
  return written !== null && isVariable && !written.value.includes(" ")
    ? { ...written, writing: "setting" }
    : written;
}

const NEXT_PAIR = /[ ;,]\s{0,2}\w{1,40}=/;

/** A value whose quote opens before its name: `Environment="KEY=value"`. */
function readBehindQuote(text: string, start: number, value: number): Written | null {
  if (
    !/[ =]["']$/.test(text.slice(Math.max(0, start - 2), start)) ||
    text.charAt(value - 1) !== "="
  )
    return null;
  const all = readQuoted(text, start - 1);
  if (all === null || !all.value.includes(" ")) return null;
  const rest = all.value.slice(value - all.at);
  // Up to the next name with its value.
  return { value: rest.split(NEXT_PAIR, 1)[0] ?? rest, at: value, writing: "quoted" };
}

/** A value without quotes: what it may be depends on the line that it is in. */
function readUnquoted(
  text: string,
  { name, start, end }: NamePlace,
  value: number,
): Written | null {
  const before = lineBefore(text, start);
  const sign = text.slice(end, value);
  const isFirst = /^\s{0,80}(?:(?:export|set|\$env:)\s{0,4}|[-*#>]\s{1,4}|["'])?$/i.test(before);
  if (sign === "=" && CONSTANT.test(name))
    return isFirst ? readSetting(text, value) : readValue(text, value, "setting");
  // A parameter of an address, a form or a connection.
  if (sign === "=" && text.charAt(start - 1) === ";") return readConnectionPart(text, value);
  if (sign === "=" && "?&".includes(text.charAt(start - 1)))
    return readValue(text, value, "setting");
  if (sign.includes("=") && sign !== "=" && !isFirst) return null;
  if (sign === ":" && /^pw$/i.test(name)) return null; // The name of a step: `pw:api@30`.
  if (sign === ":" && isPrefix(text, start)) return readValue(text, value, "purpose");
  if (isStatement(before) && sign !== "=") return null;
  if (isInList(before) && sign !== "=") return readValue(text, value, "spoken");
  const rest = lineBehind(text, value).trimEnd();
  const isFullLine = isFirst && /^[^\s"'`]+(?:\s+#.*)?$/.test(rest) && !/[,;{([]$/.test(rest);
  const written = isFullLine ? readSetting(text, value) : readValue(text, value, "bare");
  // A message names one thing after the other: `password: sha2crypt: no such option`.
  if (written === null || text.startsWith(": ", written.at + written.value.length)) return null;
  const isSetting =
    isFullLine &&
    /\d/.test(written.value) &&
    (LABEL.test(name) ||
      isBesideUser(text, start, value) ||
      (sign === "=" && isInFile(text, start, value)));
  if (isSetting) return { ...written, writing: "setting" };
  const isInCall = /\w\([^()]{0,160}$|[,{[]\s{0,4}$/.test(before);
  // In a log or a command, a value of words is no name of a variable.
  return {
    ...written,
    writing: sign === "=" && !isInCall && isMemorable(written.value) ? "purpose" : "bare",
  };
}

/** A word with a capital, as notes label what they list: `Password: …`. */
const LABEL = /^\p{Lu}\p{Ll}+$/u;

/** Whether the line before or after names a user or a host, without quotes: a file of settings. */
function isBesideUser(text: string, start: number, value: number): boolean {
  return linesAround(text, start, value).some((line) => USER_LINE.test(line));
}

/** Whether the line before or after is one of a file of settings: a section, or a name with its value. */
function isInFile(text: string, start: number, value: number): boolean {
  return linesAround(text, start, value).some((line) => SETTING_LINE.test(line));
}

const SETTING_LINE = /^(?:\[[\w .:-]{1,60}\]|[A-Za-z_][\w.-]{0,60}=[^\s,;()]{1,200})\s{0,4}$/;

/** The lines before and after one. */
function linesAround(text: string, start: number, value: number): readonly string[] {
  const before =
    text
      .slice(Math.max(0, start - 120), start)
      .split("\n")
      .at(-2) ?? "";
  const behind = text.slice(value, value + 240).split("\n", 2)[1] ?? "";
  return [before, behind];
}

const USER_LINE =
  /^[\s*>-]{0,20}(?:\w{0,20}[_.])?(?:user(?:_?name)?|login|e-?mail|account|host|benutzer|usuario)\s{0,4}[:=]\s{0,4}[\w.@+-]{1,60}\s{0,4}$/i;

/** A part of a connection's text: it goes on up to the next semicolon or the closing quote. */
function readConnectionPart(text: string, at: number): Written | null {
  const end = endOf(CONNECTION_PART, text, at);
  return end === null ? null : { value: text.slice(at, end), at, writing: "setting" };
}

const CONNECTION_PART = /[^\s;"'`]{1,512}/y;

/** Whether a name is the first word of a string that is a value itself: `"stepId":"pw:api@30"`. */
function isPrefix(text: string, start: number): boolean {
  return /[:=,([][ \t]{0,3}["'`]$/.test(text.slice(Math.max(0, start - 5), start));
}

/** What a tool prints of a key that is not the key: `sha256 of RSA key: …`. */
const SUM_OF = /\b(?:sha-?\d{1,3}|md5|hash|fingerprint|checksum|digest)\s(?:of|for)\s[\w ]{0,24}$/i;

/** Whether a name is the last word of a quoted text: a translation, and no setting. */
function isSentence(text: string, { start, end }: NamePlace): boolean {
  if (!/["'`]/.test(text.charAt(end))) return false;
  const before = text.slice(Math.max(0, start - 80), start);
  return /["'`][\p{Lu}][\p{L}’]*(?: [\p{L}’,]+){1,10} $/u.test(before);
}

/** Whether `PASS` is what a test runner says of a test, and no label beside that of a user: `PASS: login-2`. */
function isVerdict(text: string, name: string, start: number, value: number): boolean {
  const isPass = name === "PASS" || (name === "nPASS" && text.charAt(start - 1) === "\\"); // After an escaped line end.
  if (!isPass || text.charAt(value - 1) !== " ") return false;
  return text.startsWith("--- ", start - 4) || !isBesideUser(text, start, value);
}
