import type { Sighting } from "./sighting.ts";
import { type TokenForm, tokenForms } from "./token-forms.ts";

/**
 * Forms by the first two characters of their beginnings. A text is read once, character by character,
 * and looked at only where a word begins: trying each form on its own would read it a hundred times.
 */
const byPair = new Map<number, { readonly start: string; readonly form: TokenForm }[]>();
for (const form of tokenForms) {
  for (const start of form.starts) {
    const pair = pairAt(start, 0);
    byPair.set(pair, [...(byPair.get(pair) ?? []), { start, form }]);
  }
}
// The longest beginning first, so that `sk-ant-` is tried before `sk-`.
for (const forms of byPair.values())
  forms.sort((left, right) => right.start.length - left.start.length);
const FIRST = new Uint8Array(128);
for (const pair of byPair.keys()) FIRST[pair >> 16] = 1;

const WORD = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") {
  WORD[character.charCodeAt(0)] = 1;
}
const searched = tokenForms.filter(({ starts: { length } }) => length === 0);
/** No form is shorter than this. */
const SHORTEST = 16;

/** Tokens of published forms. */
export function* findTokens(text: string): Generator<Sighting> {
  if (text.length < SHORTEST) return;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isWord = code < 128 && WORD[code] === 1;
    if (isWord && !isInWord && FIRST[code] === 1) {
      const found = formAt(text, at);
      if (found !== null) {
        yield found;
        at += found.secret.length - 1;
      }
    }
    isInWord = isWord;
  }
  for (const { kind, within = "", pattern } of searched) {
    if (!text.includes(within)) continue;
    for (const match of text.matchAll(pattern)) {
      if (!isExample(match[0])) yield { kind, secret: match[0], at: match.index };
    }
  }
}

function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) | text.charCodeAt(at + 1);
}

function formAt(text: string, at: number): Sighting | null {
  for (const { start, form } of byPair.get(pairAt(text, at)) ?? []) {
    if (!text.startsWith(start, at)) continue;
    form.pattern.lastIndex = at;
    const secret = form.pattern.exec(text)?.[0];
    if (secret !== undefined && !isExample(secret)) return { kind: form.kind, secret, at };
  }
  return null;
}

/** Documentation shows forms with runs of one character. */
function isExample(secret: string): boolean {
  return /(.)\1{7}|x{5}|your[-_]/i.test(secret);
}
