import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import o200k from "./o200k-base.ts";
import { bytes } from "./o200k-tokens.ts";
import { openVocabulary } from "./vocabulary.ts";

const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
const pieces = [
  ..."ab \n\té中😀1/=",
  "'s",
  "'LL",
  "ABC",
  "...",
  "\r\n",
  "́",
  " ",
  "<",
  "endoftext",
  ">",
  "한국",
  "👩‍👩‍👧",
  "\ud800",
  "\udc00",
  "ﷺ",
];

test("texts have as many tokens as another implementation finds", () => {
  const pages = ["README.md", "GLOSSARY.md", "src/base/token-counters/vocabulary.ts"].flatMap(
    (page) => readFileSync(page, "utf8").split("\n\n"),
  );
  const texts = [...pages, ...mixtures(3000), " ".repeat(700), "=".repeat(300)];
  for (const text of texts) assert.equal(o200k.count(text), countTokens(text, plain), text);
});

test("a run without white space is counted in parts of 512 characters, its end included", () => {
  const part = "ab😀".repeat(200);
  const rest = "xyz";
  const all = [...`${part}${rest}`];
  const parts = [all.slice(0, 512).join(""), all.slice(512).join("")];
  const expected = parts.reduce((sum, each) => sum + countTokens(each, plain), 0);
  assert.equal(o200k.count(`${part}${rest}`), expected);
  assert.equal(o200k.count(all.slice(0, 512).join("")), countTokens(parts[0] ?? "", plain));
});

test("white space of any length is counted, in pieces of 65,536 bytes", () => {
  const piece = 65_536;
  const rest = 1000;
  const expected = 4 * o200k.count(" ".repeat(piece)) + o200k.count(" ".repeat(rest));
  assert.equal(o200k.count(" ".repeat(4 * piece + rest)), expected);
});

test("tokens that were packed on a machine with the other byte order are found", () => {
  const swapped = Buffer.from(bytes);
  const [, slots = 0, count = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 3);
  swapped.subarray(0, 4 * (3 + slots + count + 1)).swap32();
  const text = Buffer.from("  hello");
  for (const packed of [bytes, swapped, Buffer.concat([Buffer.alloc(1), bytes]).subarray(1)]) {
    const vocabulary = openVocabulary(packed);
    assert.equal(vocabulary.rankOf(text, 1, 7), 40617);
    assert.equal(vocabulary.rankOf(text, 0, 7), -1);
  }
});

/** Texts of pieces in any order, the same in every run. */
function mixtures(count: number): string[] {
  let seed = 1;
  const next = (limit: number): number => {
    seed = (seed * 16807) % 2147483647;
    return seed % limit;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(30) }, () => pieces[next(pieces.length)]).join(""),
  );
}
