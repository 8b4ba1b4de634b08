import assert from "node:assert/strict";
import { test } from "node:test";
import { judgePairs, readPairs, sharesOf } from "../../scripts/bench/gate-pairs.ts";

const judged = judgePairs(readPairs());

test("the labelled pairs are many, of many kinds and in many languages", () => {
  assert.ok(judged.length >= 300);
  assert.ok(new Set(judged.map(({ kind }) => kind)).size >= 12);
  assert.ok(new Set(judged.map(({ language }) => language)).size >= 6);
  const texts = judged.map(({ entry, candidate }) => `${entry}\t${candidate}`);
  assert.equal(new Set(texts).size, texts.length);
});

for (const [name, pairs] of [
  ["all pairs", judged],
  ["the held-out third", judged.filter(({ isReserved }) => isReserved)],
] as const) {
  test(`qualify() decides about ${name} as a sensible person would`, () => {
    const { found, falselyRefused, wronglyRedundant } = sharesOf(pairs);
    assert.ok(found >= 0.9, `found or marked ${found}`);
    assert.ok(falselyRefused <= 0.03, `falsely refused ${falselyRefused}`);
    assert.equal(wronglyRedundant, 0);
  });
}

test("qualify() finds contradictions in every language of the pairs", () => {
  for (const language of new Set(judged.map((pair) => pair.language))) {
    const { found } = sharesOf(judged.filter((pair) => pair.language === language));
    assert.ok(found >= 0.9, `${language}: ${found}`);
  }
});
