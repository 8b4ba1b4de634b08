import { trimEndOf } from "../base/text/trim-end.ts";
import { type Anchors, anchorStarts } from "./anchors.ts";
import {
  KEYWORD_BEGINNINGS,
  type NameStrength,
  SECRET_KEYWORD,
  SECRET_KEYWORD_NOT_LATIN,
  strengthOf,
} from "./secret-names.ts";
import type { Sighting } from "./sighting.ts";
import {
  countKinds,
  isAmount,
  isCode,
  isKeyLike,
  isPlace,
  isPlaceholder,
  isRandom,
  isWordy,
} from "./value-kinds.ts";

const LONGEST_NAME = 64;
const LONGEST_VALUE = 8192;
const NAME_CHARACTER = /[\p{L}\p{N}\p{M}_.-]/u;

/** How a value was written: the more a place looks like a setting, the less the value has to prove. */
type Writing = "quoted" | "setting" | "bare" | "spoken" | "purpose";

interface Written {
  readonly value: string;
  readonly at: number;
  readonly writing: Writing;
}

/** Secrets that stand behind a name which says what they are: `API_KEY=…`, `"password": "…"`, `--token …`. */
export function* findNamedValues(text: string, anchors: Anchors): Generator<Sighting> {
  try {
    yield* findBehind(keywordsIn(text, anchors), text);
    if (NOT_LATIN.test(text)) yield* findBehind(text.matchAll(SECRET_KEYWORD_NOT_LATIN), text);
  } finally {
    lastRun = NO_RUN; // It would keep the text in memory.
  }
}

anchorStarts("keywords", KEYWORD_BEGINNINGS);

/** A keyword and its place, as a match has them. */
interface Keyword {
  readonly index: number;
  readonly 0: string;
}

/** The keywords of a text in order, none inside another. */
function* keywordsIn(text: string, anchors: Anchors): Generator<Keyword> {
  let end = 0;
  for (const index of anchors.startsOf("keywords")) {
    if (index < end) continue;
    SECRET_KEYWORD.lastIndex = index;
    if (!SECRET_KEYWORD.test(text)) continue;
    end = SECRET_KEYWORD.lastIndex;
    yield { index, 0: text.slice(index, end) };
  }
}

const NOT_LATIN = /[\u0400-\uffff]/;

function* findBehind(words: Iterable<Keyword>, text: string): Generator<Sighting> {
  let from = 0;
  for (const match of words) {
    if (match.index < from) continue; // Inside a name or value that was looked at.
    const name = nameAround(text, match.index, match[0].length);
    from = name.end;
    if (!canFollow(text, name.end)) continue;
    const strength = strengthOf(name.text);
    if (strength === "none") continue;
    const written = valueBehind(text, name);
    if (written === null || !isSecret(written, strength)) continue;
    const { value: secret, at } = written;
    yield { kind: "assigned_secret", secret, at, name: name.text.replace(/^-+/, "") };
    from = written.at + written.value.length;
  }
}

/** Most words that hold a telling one are followed by more of a sentence: a quick look spares the rules. */
function canFollow(text: string, at: number): boolean {
  return at + 3 < text.length && FOLLOWERS.includes(text.charAt(at));
}

const FOLLOWERS = "\n\"'`]=:： \t>是为は,";

/** Whether a value is a secret because of its key in an object. */
export function isSecretUnder(key: string, value: string): boolean {
  const strength = strengthOf(key);
  if (strength === "none" || value.length > LONGEST_VALUE) return false;
  return isSecret({ value, at: 0, writing: "quoted" }, strength);
}

interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function nameAround(text: string, at: number, length: number): Name {
  let start = at;
  while (start > 0 && at - start < LONGEST_NAME && isNameCharacter(text, start - 1)) start--;
  let end = at + length;
  while (end < text.length && end - at < LONGEST_NAME && isNameCharacter(text, end)) end++;
  return { text: trimEndOf(text.slice(start, end), "."), start, end };
}

function isNameCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? ASCII_NAME[code] === 1 : NAME_CHARACTER.test(text.charAt(at));
}

/** The same for ASCII, by itself: the tables of Unicode properties cost a start milliseconds. */
const ASCII_NAME = new Uint8Array(128);
for (let code = 0; code < 128; code++)
  ASCII_NAME[code] = /[A-Za-z0-9_.-]/.test(String.fromCharCode(code)) ? 1 : 0;

// What may stand between a name and its value. Sticky: tried only right behind the name.
const ASSIGN = /["'`]?\]?[ \t]{0,20}(?::=|=>|=(?!=)|:(?!:)|：)[ \t]{0,3}/y;
const LIST = /["']?[ \t]{0,3},?\s{0,80}["']?value["']?[ \t]{0,3}[:=][ \t]{0,3}/y;
const TAG = />(?=[^<>\s]{4,512}<\/)/y;
const SPACE =
  /[ \t]{0,3}(?:[ \t](?:is|was|ist|lautet|es|est|é|è|это|—)(?![\p{L}]))?(?:是|为|は)?:?[ \t]{1,3}/uy;
/** A declaration with its type: `let apiKey: String = "…"`. */
const TYPED =
  /[ \t]{0,3}:[ \t]{0,3}[A-Za-z&'][\w.<>?[\]&']{0,40}[ \t]{1,3}=(?!=)[ \t]{0,3}(?=[rbu@]?["'`])/y;
/** An argument behind the name: `define('DB_PASSWORD', '…')`. */
const ARGUMENT = /["'`]?[ \t]{0,3},[ \t]{0,3}(?=["'`])/y;
/** What a password is for, before it is told: `password for the staging database: …`. */
const PURPOSE = /(?:[ \t]\p{L}{1,15}){1,5}[ \t]{0,2}[:：=][ \t]{0,3}/uy;
const BEHIND_OPTION = /[ \t=]{1,3}/y;

function valueBehind(text: string, { text: name, start, end }: Name): Written | null {
  // An option of a command, or a variable of a Dockerfile: the value follows without a sign.
  const isOption =
    name.startsWith("-") || /^(?:ENV|ARG) $/.test(text.slice(Math.max(0, start - 4), start));
  if (isOption) return readValue(text, match(BEHIND_OPTION, text, end), "setting");
  const typed = match(TYPED, text, end);
  if (typed !== null) return readValue(text, typed, "quoted");
  const assigned = match(ASSIGN, text, end);
  if (assigned !== null) {
    if (isVerdict(text, name, start, assigned)) return null;
    const isSetting = text.charAt(assigned - 1) === "=" && /^[A-Z0-9_.]+$/.test(name);
    return readValue(text, assigned, isSetting || isQuery(text, start) ? "setting" : "bare");
  }
  const tagged = match(TAG, text, end) ?? match(LIST, text, end);
  if (tagged !== null) return readValue(text, tagged, "setting");
  if (/^passe?$/i.test(name)) return null; // A verb.
  if (endsPath(text, start)) return null;
  const argument = readValue(text, match(ARGUMENT, text, end), "quoted");
  // A list of words has commas, too: only a constant's name, or a key, is followed by its value.
  const isNamed = argument !== null && (/^[A-Z0-9_]+$/.test(name) || isKeyLike(argument.value));
  if (isNamed) return argument;
  const purpose = readValue(text, match(PURPOSE, text, end), "purpose");
  if (purpose !== null) return purpose;
  return readValue(text, match(SPACE, text, end), "spoken");
}

/** Whether `PASS` is what a test runner says of a test: `--- PASS: TestLogin/twice#01`, `PASS: test_of_login_2`. */
function isVerdict(text: string, name: string, start: number, valueAt: number): boolean {
  if (name !== "PASS" || text.charAt(valueAt - 1) !== " ") return false;
  if (text.startsWith("--- ", start - 4)) return true;
  const words = text
    .slice(valueAt, bareEnd(text, valueAt))
    .slice(0, LONGEST_NAME)
    .match(/[a-z]{3,}/g);
  return (words?.length ?? 0) >= 3;
}

/** Whether a name is the end of a path with folders, as in `/etc/passwd`: what follows is another word. */
function endsPath(text: string, start: number): boolean {
  return /\/[^\s/]{0,64}\/$/.test(text.slice(Math.max(0, start - 80), start));
}

function isQuery(text: string, start: number): boolean {
  return text.charAt(start - 1) === "?" || text.charAt(start - 1) === "&";
}

function match(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

const BARE = /[^\s"'`,;<>\\)\]}|&]+/y;
const NO_RUN = { text: "", from: 0, to: 0 };
let lastRun = NO_RUN;

/** Where the characters of a value without quotes end. Each run is read once, however many names are in it. */
function bareEnd(text: string, at: number): number {
  const isInside = lastRun.text === text && at >= lastRun.from && at < lastRun.to;
  if (isInside) return lastRun.to;
  BARE.lastIndex = at;
  lastRun = { text, from: at, to: BARE.test(text) ? BARE.lastIndex : at };
  return lastRun.to;
}

const QUOTES = "\"'`";

/** The value that begins at a place: up to its closing quote, or up to what ends a word. */
function readValue(text: string, at: number | null, writing: Writing): Written | null {
  if (at === null) return null;
  // Python and C# put letters before a string: r"…", b'…', @"…".
  const open = /[rbuf@]?["'`]/iy;
  open.lastIndex = at;
  if (!open.test(text)) {
    const end = bareEnd(text, at);
    // A run without end is data, not a value.
    if (end - at > LONGEST_VALUE + 1) return null;
    const value = trimEndOf(text.slice(at, end), ".:!?*");
    return value === "" || value.length > LONGEST_VALUE ? null : { value, at, writing };
  }
  const quote = text.charAt(open.lastIndex - 1);
  if (!QUOTES.includes(quote)) return null;
  const first = open.lastIndex;
  const last = closingQuote(text, first, quote);
  if (last === null || last === first) return null;
  return { value: text.slice(first, last), at: first, writing: "quoted" };
}

function closingQuote(text: string, from: number, quote: string): number | null {
  const limit = Math.min(text.length, from + LONGEST_VALUE);
  for (let at = from; at < limit; at++) {
    const character = text.charAt(at);
    if (character === "\n") return null;
    if (character === "\\") at++;
    else if (character === quote) return at;
  }
  return null;
}

const PHRASE = /^(?:[a-z]{3,10}[ ,]+){11,24}[a-z]{3,10}$/;
/** A variable or a member of one, as code reads it: no password has its digits like that. */
const IDENTIFIER = /^[!&*@~]?[A-Za-z_$][A-Za-z_$]*\d?(?:\??\.[A-Za-z_$]+\d?)*$/;
/** Another name with its own value. */
const ASSIGNMENT = /^[A-Za-z_]+=[A-Za-z_]*$/;
/** A text that is filled in elsewhere. */
const TEMPLATE = /\$\{|\{\{|%\(/;
const OPAQUE = /[^A-Za-z]/;

/** Whether a value can be the secret that its name promises. */
function isSecret({ value, writing }: Written, strength: NameStrength): boolean {
  if (TEMPLATE.test(value)) return false;
  if (/\s/.test(value))
    return strength === "phrase" && (writing === "quoted" || PHRASE.test(value));
  if (value.length < 4 || value.includes("[redacted:")) return false;
  if (isPlaceholder(value) || isPlace(value)) return false;
  // Between the name and the value stand other words: the value has to look like a password by itself.
  if (writing === "purpose") {
    const isTyped = countKinds(value, /[^\w.:/-]/) === 4 || isKeyLike(value);
    return strength === "password" && value.length >= 8 && isTyped && !isCode(value);
  }
  if (strength === "password" && writing === "quoted" && isPassphrase(value)) return true;
  if (strength === "key") return writing !== "spoken" && isKeyLike(value) && !isCode(value);
  if (isKeyLike(value) && !isCode(value)) return true;
  if (isAmount(value)) {
    return (
      strength === "password" &&
      writing !== "bare" &&
      writing !== "spoken" &&
      /^\d{6,}$/.test(value)
    );
  }
  if (isCode(value) && !(writing === "quoted" && /[^\w.()[\]{}]/.test(value))) return false;
  if (writing === "setting") return strength !== "secret" || !isWordy(value);
  if (isWordy(value)) return false;
  if (writing === "quoted") return OPAQUE.test(value) && value.length >= 6;
  if (IDENTIFIER.test(value) || ASSIGNMENT.test(value)) return false;
  return value.length >= 6 && looksTyped(value);
}

/** Whether words were joined to be a password: capitals, digits and signs between them, as no name has. */
function isPassphrase(value: string): boolean {
  return (
    value.length >= 10 &&
    /^[A-Za-z0-9]+(?:[-_ !.][A-Za-z0-9]+)+$/.test(value) &&
    countKinds(value, /[^A-Za-z0-9]/) === 4
  );
}

/** Whether a bare word was made up as a password: letters and something else, in one piece. */
function looksTyped(value: string): boolean {
  const kinds = countKinds(value, /[^\w.-]/);
  return kinds >= 3 || (kinds >= 2 && /\d/.test(value) && isMixed(value)) || isRandom(value);
}

function isMixed(value: string): boolean {
  return !/^[A-Za-z]+\d{1,2}$/.test(value) || value.length >= 7;
}
