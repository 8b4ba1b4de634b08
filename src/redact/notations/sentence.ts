import { looksChosen } from "../password-look.ts";
import { endOf, readQuoted, readValue } from "../read-value.ts";
import type { NamePlace, Notation } from "./notation.ts";

const VERB =
  "is|was|are|to|ist|war|lautet|es|est|é|è|это|будет|jest|är|er|je|là|este|should be|must be|will be|—";
/** The name, what connects it, and the value: `the password is …`, `密码是…`. */
const CONNECTED = new RegExp(
  `[ \\t]{0,3}(?:[ \\t](?:${VERB})(?![\\p{L}])|是|为|為|は|는|은)[ \\t]{0,3}:?[ \\t]{0,3}(?=[^\\s])`,
  "uy",
);
/** Statements of databases and files of accounts: `WITH PASSWORD '…'`, `login ann password …`. */
const SPACE = /[ \t]{1,3}(?=[^\s])/y;
/** What a password is for, before it is written: `password for the staging database: …`. */
const PURPOSE = new RegExp(
  `(?:(?:[ \\t]\\p{L}{1,15}){1,6}?|[ \\t]\\([^()\\n]{1,30}\\))[ \\t]{0,2}(?:[:：=→][ \\t]{0,3}|[ \\t](?:${VERB}|with)[ \\t]{1,3})(?=[^\\s])`,
  "uy",
);
/** A value in a sentence about it. */
export const sentence: Notation = {
  name: "sentence",
  read(text, place) {
    const { start, end } = place;
    if (isVerb(text, place)) return null;
    if (endsPath(text, start)) return null;
    const connected = endOf(CONNECTED, text, end);
    if (connected !== null) {
      const written = readValue(text, connected, "spoken");
      return written?.writing === "spoken" && looksChosen(written.value)
        ? { ...written, writing: "purpose" }
        : written;
    }
    const purpose = readValue(text, endOf(PURPOSE, text, end), "purpose");
    if (purpose !== null) return { ...purpose, writing: "purpose" };
    return readBehindSpace(text, place);
  },
};

function readBehindSpace(text: string, { start, end }: NamePlace) {
  const value = endOf(SPACE, text, end);
  if (value === null) return null;
  const quoted = readQuoted(text, value);
  if (quoted === null)
    return readValue(text, value, isPair(text, start, value) ? "bare" : "spoken");
  // The quote may as well be the end of a string that the name is in.
  return /^[+,)]|[\s()]/.test(quoted.value) ? null : quoted;
}

/** Whether a line has nothing but a name and a value, as files of accounts and settings have it. */
function isPair(text: string, start: number, value: number): boolean {
  return (
    /(?:^|\n)[ \t]{0,20}$/.test(text.slice(Math.max(0, start - 22), start)) &&
    /^\S{1,128}[ \t]{0,20}(?:\r?\n|$)/.test(text.slice(value, value + 160))
  );
}

/** "Pass" in a sentence is a verb, unless it is the end of "mot de passe". */
function isVerb(text: string, { name, start }: NamePlace): boolean {
  return /^passe?$/i.test(name) && !/mots? de $/i.test(text.slice(Math.max(0, start - 8), start));
}

/** Whether a name is the end of a path with folders, as in `/etc/passwd`: what follows is another word. */
function endsPath(text: string, start: number): boolean {
  return /\/[^\s/]{0,64}\/$/.test(text.slice(Math.max(0, start - 80), start));
}
