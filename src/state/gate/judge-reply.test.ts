import assert from "node:assert/strict";
import { test } from "node:test";
import { parseScores } from "./judge-reply.ts";

const plain = { relevance: 0.9, novelty: 0.8, drift: 0.1 };

test("parseScores() finds the object in what surrounds it", () => {
  assert.deepEqual(parseScores(`Sure:\n\`\`\`json\n${JSON.stringify(plain)}\n\`\`\` done`), plain);
});

test("parseScores() takes braces and quotes inside strings for text", () => {
  const scores = { reason: 'a } and a { and a \\" too', ...plain };
  assert.deepEqual(parseScores(`so {it is} ${JSON.stringify(scores)} }`), scores);
});

test("parseScores() passes over objects that are no scores", () => {
  assert.deepEqual(parseScores(`{"a": 1} {"b": {"c": 2}} ${JSON.stringify(plain)}`), plain);
});

for (const reply of [
  "",
  "no idea",
  '{"relevance": 0.9, "novelty": 0.8}',
  '{"relevance": 9, "novelty": 0.8, "drift": 0.1}',
  '{"relevance": "0.9", "novelty": 0.8, "drift": 0.1}',
  '{"relevance": 0.9, "novelty": 0.8, "drift": 0.1',
  "{".repeat(100_000),
]) {
  test(`parseScores() finds nothing in ${JSON.stringify(reply.slice(0, 40))}`, () => {
    assert.equal(parseScores(reply), null);
  });
}
