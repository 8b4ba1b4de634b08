import { trimEndOf } from "../base/text/trim-end.ts";

/** The longest value that is read. */
export const MAX_VALUE_LENGTH = 8192;

/** How a value was written: the more a place looks like a setting, the less the value has to prove. */
export type Writing = "quoted" | "setting" | "bare" | "spoken" | "purpose";

/** A value and its place. */
export interface Written {
  readonly value: string;
  readonly at: number;
  readonly writing: Writing;
}

/** Where a sticky pattern that is tried at a place ends; null when it does not match. */
export function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** What opens a string: letters of a language before it (`r"…"`, `N'…'`), three quotes, `q{`, and marks of other writings. */
const OPEN = /[rbufRBUF@N]?(?:"""|'''|``(?=[^`])|["'`])|q{1,2}\{|[「『«“„]/y;
/** Between marks that are seldom quotes. */
const MAX_LENGTH_IN_MARKS = 256;
const CLOSING: Readonly<Record<string, string>> = {
  "{": "}",
  "「": "」",
  "『": "』",
  "«": "»",
  "“": "”",
  "„": "“",
};

/** The value that begins at a place: up to its closing quote, or up to what ends a word. */
export function readValue(text: string, at: number | null, writing: Writing): Written | null {
  if (at === null) return null;
  return isQuoted(text, at) ? readQuoted(text, at) : readBare(text, at, writing);
}

/** Whether a string begins at a place. */
export function isQuoted(text: string, at: number): boolean {
  return endOf(OPEN, text, at) !== null;
}

/** The content of the string that begins at a place. */
export function readQuoted(text: string, at: number): Written | null {
  const first = endOf(OPEN, text, at);
  if (first === null) return null;
  const quote = text.charAt(first - 1);
  const closing = CLOSING[quote];
  const longest = closing === undefined ? MAX_VALUE_LENGTH : MAX_LENGTH_IN_MARKS;
  const last = closingQuote(text, first, closing ?? quote, longest);
  if (last === null || last === first) return null;
  return { value: text.slice(first, last), at: first, writing: "quoted" };
}

/** The value of a setting that goes on up to a space, whatever signs it has; not beyond a command's end. */
export function readSetting(text: string, at: number): Written | null {
  const end = endOf(GROUPS, text, at) ?? endOf(SETTING, text, at);
  if (end === null || end - at > MAX_VALUE_LENGTH) return null;
  return { value: text.slice(at, end), at, writing: "setting" };
}

// Ideographs, kana and Hangul: what follows a value in a sentence without spaces is no part of it.
const WIDE = "\\u3000-\\u303f\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uff01-\\uff20";
const BARE = new RegExp(`[^\\s"'\`,;<>\\\\)\\]}|&${WIDE}]+`, "y");
const SETTING = new RegExp(`(?:[^\\s"'\`\\\\;&|${WIDE}]|[;&|](?=[^\\s;&|"'\`\\\\]))+`, "y");

/** Four groups of four letters, as mail providers show the password of an app. */
const GROUPS = /[a-z]{4}(?: [a-z]{4}){3}(?![\w-])/y;

function readBare(text: string, at: number, writing: Writing): Written | null {
  const groups = endOf(GROUPS, text, at);
  if (groups !== null) return { value: text.slice(at, groups), at, writing };
  const end = bareEnd(text, at);
  // A run without end is data, not a value.
  if (end - at > MAX_VALUE_LENGTH + 1) return null;
  const run = text.slice(at, end);
  if (/\.{3}$|…/.test(run)) return null; // Somebody left the rest out.
  const value = trimEndOf(run, ".:?*");
  return value === "" || value.length > MAX_VALUE_LENGTH ? null : { value, at, writing };
}

const NO_RUN = { text: "", from: 0, to: 0 };
let lastRun = NO_RUN;

/** Where the characters of a value without quotes end. Each run is read once, however many names are in it. */
function bareEnd(text: string, at: number): number {
  const isInside = lastRun.text === text && at >= lastRun.from && at < lastRun.to;
  if (isInside) return lastRun.to;
  lastRun = { text, from: at, to: endOf(BARE, text, at) ?? at };
  return lastRun.to;
}

/** Lets go of the text that was read last. */
export function forgetRun(): void {
  lastRun = NO_RUN;
}

function closingQuote(text: string, from: number, quote: string, longest: number): number | null {
  const limit = Math.min(text.length, from + longest);
  for (let at = from; at < limit; at++) {
    const character = text.charAt(at);
    if (character === "\n") return null;
    if (character === "\\") at++;
    else if (character === quote) return at;
  }
  return null;
}
