import type { Anchors } from "../anchors.ts";
import { lookOf } from "../password-look.ts";
import { SECRET_KEYWORD_NOT_LATIN, strengthOf } from "../secret-names.ts";
import type { Sighting } from "../sighting.ts";
import { isMemorable } from "../value-kinds.ts";
import { keywordsIn, mayHaveOtherKeywords, nameAround } from "./names.ts";

/** How far from the word for a password its value may be, on the same line. */
const BEHIND = 140;
const BEFORE = 70;

/** What parts the words of a line; brackets and quotes of several writings. */
const WORD = /[^\s\\"'`«»“”„‘’「」『』（）()[\]{}<>,;|：，。]{8,130}/g;
/** Words of any language between a password's name and its value, and no code. */
const WORDS =
  /^[\s:"'`«»“”„‘「（(→=*—–]{0,6}(?:[\p{L}\p{M}’./-]{1,24}[\s:"'`«»“”„‘「（(→=*—–]{1,5}){0,12}$/u;

/**
 * Passwords in a sentence with a word for one, in whatever language and order: a value that can hardly be
 * anything else is taken anywhere on the line, one that some names look like only after plain words.
 */
export function* findSpokenValues(text: string, anchors: Anchors): Generator<Sighting> {
  yield* findAround(keywordsIn(text, anchors), text);
  if (mayHaveOtherKeywords(text, anchors)) {
    yield* findAround(text.matchAll(SECRET_KEYWORD_NOT_LATIN), text);
  }
}

function* findAround(
  words: Iterable<{ readonly index: number; readonly 0: string }>,
  text: string,
): Generator<Sighting> {
  let done = 0;
  for (const { index, 0: word } of words) {
    if (index < done || !isOwnWord(text, index) || isOther(text, index, word)) continue;
    const place = nameAround(text, index, word.length);
    if (!PASSWORD_NAME.test(place.name) || "+/".includes(text.charAt(place.end) || " ")) continue;
    const behind = lineBehind(text, place.end);
    if (!isPassword(place.name)) {
      // A name of a program in a comment is followed by what it does.
      const isWord = !/[a-z][A-Z]/.test(place.name);
      if (isWord && strengthOf(place.name) === "secret") yield* judgeNext(behind, place.end);
      continue;
    }
    yield* judge(behind, place.end, true);
    done = place.end + behind.length;
    const before = lineBefore(text, place.start);
    yield* judge(before, place.start - before.length, false);
  }
}

/** Names that sentences use; `PASS` is a verdict, and `pwd` a command. */
const PASSWORD_NAME = /^[\p{L}\p{M}_-]{2,40}$/u;

function isPassword(name: string): boolean {
  const strength = strengthOf(name);
  if (strength !== "password" && strength !== "phrase") return false;
  return !/^(?:pass|pwd)$/i.test(name);
}

/** Whether a keyword is none that sentences use for a password: a quick look spares the rest. */
function isOther(text: string, at: number, word: string): boolean {
  if (/^(?:token|auth|cred|cookie|sid|sas|otp|dsn|pat|seed|recovery|mnemonic)$/i.test(word))
    return true;
  return /^(?:key|secret)$/i.test(word) && !" :".includes(text.charAt(at + word.length));
}

/** Whether a word begins where a keyword does, or a name that it is the end of; not random text. */
function isOwnWord(text: string, at: number): boolean {
  return !/[\d+/=]/.test(text.charAt(at - 1));
}

const LINE_END = /\r?\n|\\[nr]/;

/** The line after a place, without a word that it is too long for. */
function lineBehind(text: string, from: number): string {
  const piece = text.slice(from, from + BEHIND);
  const line = piece.split(LINE_END, 1)[0] ?? "";
  return line.length < piece.length || piece.length < BEHIND
    ? line
    : line.slice(0, line.lastIndexOf(" ") + 1);
}

/** The line before a place, likewise. */
function lineBefore(text: string, to: number): string {
  const piece = text.slice(Math.max(0, to - BEFORE), to);
  const line = piece.split(LINE_END).at(-1) ?? "";
  return line.length < piece.length || piece.length < BEFORE
    ? line
    : line.slice(Math.max(0, line.indexOf(" ")));
}

function* judge(line: string, from: number, isBehind: boolean): Generator<Sighting> {
  for (const match of line.matchAll(WORD)) {
    const value = match[0].replace(/[.:?*_-]{1,4}$/, "");
    if (value.startsWith("--")) continue;
    const look = lookOf(value);
    const isQuotedWords = isMemorable(value) && QUOTES.includes(line.charAt(match.index - 1));
    if (look === "none" && !isQuotedWords) continue;
    if (ENDS_ELSEWHERE.test(line.slice(match.index + value.length))) continue;
    const isSure = look === "strong" && SIGN.test(value);
    if (!isSure && !(isBehind && WORDS.test(line.slice(0, match.index)))) continue;
    const secret = upToQuote(line, match.index) ?? value;
    yield { kind: "spoken_secret", secret, at: from + match.index };
  }
}

/** All that is between the quotes which open right before a place, if they contain no space. */
function upToQuote(line: string, at: number): string | null {
  const quote = line.charAt(at - 1);
  const end = `"'\``.includes(quote) && quote !== "" ? line.indexOf(quote, at) : -1;
  const value = line.slice(at, Math.max(at, end));
  return value === "" || /\s/.test(value) ? null : value;
}

/** The value that follows a word for a key, with at most two words between them. */
function* judgeNext(line: string, from: number): Generator<Sighting> {
  for (const seen of judge(line, from, true)) {
    if (NEXT.test(line.slice(0, seen.at - from))) yield seen;
  }
}

const QUOTES = "\"'`«“„「";
const NEXT = /^(?:[ \t]\p{L}{1,12}){0,2}[ \t:"'`=]{1,4}$/u;

/** Random text without such a sign is as often the number of something. */
const SIGN = /[!@#$%^&*~]/;
/** What follows a value that is a part of code or data. */
const ENDS_ELSEWHERE = /^(?:[([{\\]|\.\.\.|…)/;
