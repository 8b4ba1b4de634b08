import { trimEndOf } from "../../base/text/trim-end.ts";
import { type Anchors, anchorStarts } from "../anchors.ts";
import { isOtherThing, isSecret } from "../judge-value.ts";
import type { NamePlace } from "../notations/notation.ts";
import { notations } from "../notations/registry.ts";
import { forgetRun, type Written } from "../read-value.ts";
import {
  KEYWORD_BEGINNINGS,
  SECRET_KEYWORD,
  SECRET_KEYWORD_NOT_LATIN,
  strengthOf,
} from "../secret-names.ts";
import type { Sighting } from "../sighting.ts";

const MAX_NAME_LENGTH = 64;
const NAME_CHARACTER = /[\p{L}\p{N}\p{M}_.-]/u;

/** Secrets after a name that says what they are: `API_KEY=…`, `"password": "…"`, `--token …`. */
export function* findNamedValues(text: string, anchors: Anchors): Generator<Sighting> {
  try {
    yield* findBehind(keywordsIn(text, anchors), text);
    if (mayHaveOtherKeywords(text, anchors))
      yield* findBehind(text.matchAll(SECRET_KEYWORD_NOT_LATIN), text);
  } finally {
    forgetRun(); // It would keep the text in memory.
    lastKeywords = { anchors: null, keywords: [] };
  }
}

anchorStarts("keywords", KEYWORD_BEGINNINGS);

/** A keyword and its place, as a match has them. */
interface Keyword {
  readonly index: number;
  readonly 0: string;
}

/** The keywords of a text in order, none inside another. */
export function keywordsIn(text: string, anchors: Anchors): readonly Keyword[] {
  if (lastKeywords.anchors === anchors) return lastKeywords.keywords;
  const keywords: Keyword[] = [];
  let end = 0;
  for (const index of anchors.startsOf("keywords")) {
    if (index < end) continue;
    SECRET_KEYWORD.lastIndex = index;
    if (!SECRET_KEYWORD.test(text)) continue;
    end = SECRET_KEYWORD.lastIndex;
    keywords.push({ index, 0: text.slice(index, end) });
  }
  lastKeywords = { anchors, keywords };
  return keywords;
}

/** Two carriers go through the keywords of the same text. */
let lastKeywords: { readonly anchors: Anchors | null; readonly keywords: readonly Keyword[] } = {
  anchors: null,
  keywords: [],
};

/** What the keywords that are not Latin begin with: found quickly, and in few texts. */
const NOT_LATIN = /[ПпТтКк密口パ비암كप令金秘トキ鍵シ토키]/;

/** Whether a text can have a keyword that is not Latin. */
export function mayHaveOtherKeywords(text: string, anchors: Anchors): boolean {
  if (lastOther.anchors !== anchors) lastOther = { anchors, isPossible: NOT_LATIN.test(text) };
  return lastOther.isPossible;
}

let lastOther: { readonly anchors: Anchors | null; readonly isPossible: boolean } = {
  anchors: null,
  isPossible: false,
};

function* findBehind(keywords: Iterable<Keyword>, text: string): Generator<Sighting> {
  let from = 0;
  for (const match of keywords) {
    if (match.index < from) continue; // Inside a name or value that was looked at.
    const place = nameAround(text, match.index, match[0].length);
    from = place.end;
    if (!canFollow(text, place.end)) continue;
    const strength = strengthOf(place.name);
    if (strength === "none") continue;
    const written = valueFor(text, place);
    if (written === null || isOtherThing(place.name, written.value)) continue;
    if (!isSecret(written, strength)) continue;
    const { value: secret, at } = written;
    yield { kind: "assigned_secret", secret, at, name: place.name.replace(/^-+/, "") };
    from = written.at + written.value.length;
  }
}

/** The value by the first notation that fits. */
function valueFor(text: string, place: NamePlace): Written | null {
  for (const notation of notations) {
    const written = notation.read(text, place);
    if (written === "no value") return null;
    if (written !== null) return written;
  }
  return null;
}

/** Most words that contain a telling one are followed by more of a sentence: a quick look spares the rules. */
function canFollow(text: string, at: number): boolean {
  return at + 3 < text.length && FOLLOWERS.includes(text.charAt(at));
}

const FOLLOWERS = "\r\n(\"'`]=:： \t><是为為は는은,|?*→-";

/** The name that a keyword is part of. Words of a label count as one name: "API key" is `api_key`. */
export function nameAround(text: string, at: number, length: number): NamePlace {
  let start = at;
  while (start > 0 && at - start < MAX_NAME_LENGTH && beginsEarlier(text, start)) start--;
  let end = at + length;
  while (end < text.length && end - at < MAX_NAME_LENGTH && continuesName(text, end)) end++;
  const name = trimEndOf(text.slice(start, end), ".");
  const context = /-\d{1,6}-/.exec(name); // A line beside the one that a search found: `file.rs-12-name`.
  if (context !== null) start += context.index + context[0].length;
  return withQualifier(text, { name: trimEndOf(text.slice(start, end), "."), start, end });
}

/** The word before a plain "key" or "token" in a label or a sentence shows what it is for. */
function withQualifier(text: string, place: NamePlace): NamePlace {
  // In a connection `PWD` is no folder: `UID=sa;PWD=…`; nor is it where spaces are around the sign.
  const sign = text.slice(place.end, place.end + 3);
  if (
    place.name === "PWD" &&
    (sign === " = " || (text.charAt(place.start - 1) === ";" && sign.startsWith("=")))
  )
    return { ...place, name: "connection_pwd" };
  if (!/^(?:keys?|tokens?|secrets?)$/i.test(place.name)) return place;
  const before = /([A-Za-z]{2,14}) $/.exec(text.slice(Math.max(0, place.start - 16), place.start));
  if (before === null) return place;
  const name = `${before[1]}_${place.name}`;
  if (strengthOf(name) !== "secret") return place;
  return { ...place, name, start: place.start - before[0].length };
}

/** A name in Latin letters begins after a word in a writing without spaces. */
function beginsEarlier(text: string, start: number): boolean {
  if (text.charCodeAt(start) < 128 && text.charCodeAt(start - 1) >= 0x3000) return false;
  return isNameCharacter(text, start - 1);
}

/** A name in a writing without spaces ends before a particle, and before a word in another writing. */
function continuesName(text: string, at: number): boolean {
  if (PARTICLES.includes(text.charAt(at))) return false;
  if (text.charCodeAt(at) < 128 && text.charCodeAt(at - 1) >= 0x3000) return false;
  return isNameCharacter(text, at);
}

const PARTICLES = "是为為は는은";

function isNameCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? ASCII_NAME[code] === 1 : NAME_CHARACTER.test(text.charAt(at));
}

/** The same for ASCII, by itself: the tables of Unicode properties cost a start milliseconds. */
const ASCII_NAME = new Uint8Array(128);
for (let code = 0; code < 128; code++)
  ASCII_NAME[code] = /[A-Za-z0-9_.-]/.test(String.fromCharCode(code)) ? 1 : 0;
