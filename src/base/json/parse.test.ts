import assert from "node:assert/strict";
import { test } from "node:test";
import { JSON_LIMITS, JsonSyntaxError, parseJson } from "./parse.ts";
import { writeJson } from "./write.ts";

test("parseJson() keeps the spelling of numbers in a document with a key twice", () => {
  const { value, problems } = parseJson('{"a":1.50,"b":[7.0,1e3],"c":1,"c":2}');
  assert.deepEqual(
    problems.map(({ kind, pointer }) => `${kind} ${pointer}`),
    ["duplicate-key /c"],
  );
  assert.equal(writeJson(value, 0), '{"a":1.50,"b":[7.0,1e3],"c":2}');
});

test("parseJson() refuses more unusual numbers than it can hold", () => {
  const limits = { ...JSON_LIMITS, maxSpellings: 2 };
  assert.deepEqual(parseJson("[1.0,2.0,3,4]", limits).problems, []);
  const isOverLimit = (error: unknown) =>
    error instanceof JsonSyntaxError && error.limit === "maxSpellings";
  assert.throws(() => parseJson("[1.0,2.0,3.0]", limits), isOverLimit);
});
