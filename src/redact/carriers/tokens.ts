import { type Anchors, anchorGroup, anchorStarts } from "../anchors.ts";
import { isExample } from "../examples.ts";
import type { Sighting } from "../sighting.ts";
import { type TokenForm, tokenForms } from "./token-forms.ts";

interface Beginning {
  readonly start: string;
  readonly form: TokenForm;
}

/** Forms by the first two characters of their beginnings: a number per pair of ASCII characters, 0 for none. */
const groupOf = new Uint16Array(128 * 128);
const groups: Beginning[][] = [[]];
for (const form of tokenForms) {
  for (const start of form.starts) {
    const pair = start.charCodeAt(0) * 128 + start.charCodeAt(1);
    const number = groupOf[pair] || groups.push([]) - 1;
    groupOf[pair] = number;
    groups[number]?.push({ start, form });
  }
}
// The longest beginning first, so that `sk-ant-` is tried before `sk-`.
for (const group of groups) group.sort((left, right) => right.start.length - left.start.length);

const WORD = new Uint8Array(0x10000);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") {
  WORD[character.charCodeAt(0)] = 1;
}
anchorStarts(
  "tokens",
  tokenForms.flatMap(({ starts }) => starts),
);
const searched = tokenForms
  .filter(({ starts: { length } }) => length === 0)
  .map(({ within = "", ...form }) => ({
    ...form,
    within,
    group: within.length < 2 ? null : anchorGroup([within]),
  }));
/** No form is shorter than this. */
const MIN_LENGTH = 16;

/** Tokens of published forms. */
export function findTokens(text: string, anchors: Anchors): readonly Sighting[] {
  if (text.length < MIN_LENGTH) return [];
  const found = findBeginnings(text, anchors);
  for (const { kind, within, group, pattern, mayContain } of searched) {
    const isThere = group === null ? text.includes(within) : anchors.contains(group);
    if (!isThere || mayContain?.(text) === false) continue;
    for (const match of text.matchAll(pattern)) {
      if (!isExample(match[0])) found.push({ kind, secret: match[0], at: match.index });
    }
  }
  return found;
}

/** Forms are looked for only where a word begins. */
function findBeginnings(text: string, anchors: Anchors): Sighting[] {
  const found: Sighting[] = [];
  let end = -1; // What follows a token without a gap is not the beginning of another.
  for (const at of anchors.startsOf("tokens")) {
    if (at <= end || isWord(text, at - 1) || !isWord(text, at)) continue;
    const second = text.charCodeAt(at + 1);
    const group = second < 128 ? groupOf[text.charCodeAt(at) * 128 + second] : 0;
    const sighting = group ? formAt(text, at, groups[group] ?? []) : null;
    if (sighting === null || isInsideEncodedData(text, at)) continue;
    found.push(sighting);
    end = at + sighting.secret.length;
  }
  return found;
}

function isWord(text: string, at: number): boolean {
  return at >= 0 && WORD[text.charCodeAt(at)] === 1;
}

/** How much text before a token shows whether it lies in encoded data, and how much of each kind it then has. */
const ENCODED = { length: 32, capitals: 6, smalls: 6, digits: 2 };

/**
 * Whether the text before `at` runs on from encoded data. The alphabets of base64 have `-`, `+` and
 * `/`, so that in a megabyte of it (an encrypted thought, an image) some short form begins by chance.
 */
function isInsideEncodedData(text: string, at: number): boolean {
  if (at < ENCODED.length + 1 || !"-+/".includes(text.charAt(at - 1))) return false;
  const before = text.slice(at - 1 - ENCODED.length, at - 1);
  if (!/^[\w+/-]*$/.test(before)) return false;
  const count = (pattern: RegExp) => before.match(pattern)?.length ?? 0;
  return (
    count(/[A-Z]/g) >= ENCODED.capitals &&
    count(/[a-z]/g) >= ENCODED.smalls &&
    count(/\d/g) >= ENCODED.digits
  );
}

function formAt(text: string, at: number, group: readonly Beginning[]): Sighting | null {
  for (const { start, form } of group) {
    if (!text.startsWith(start, at)) continue;
    form.pattern.lastIndex = at;
    const secret = form.pattern.exec(text)?.[0];
    if (secret !== undefined && !isExample(secret)) return { kind: form.kind, secret, at };
  }
  return null;
}
