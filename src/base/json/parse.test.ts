import assert from "node:assert/strict";
import { test } from "node:test";
import { createFindings } from "../findings.ts";
import { parseLine } from "../jsonl.ts";
import { parseDocument } from "../read-document.ts";
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

test("parseJson() and parseLine() take a hundred levels of nesting and no more", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  assert.deepEqual(parseJson(nested(100)).problems, []);
  assert.equal(parseLine(nested(100)).fault, undefined);
  const isTooDeep = (error: unknown) =>
    error instanceof JsonSyntaxError && error.limit === "maxDepth";
  assert.throws(() => parseJson(nested(101)), isTooDeep);
  assert.notEqual(parseLine(nested(101)).fault, undefined);
});

test("parseJson() stops collecting the same key twice after a thousand", () => {
  const text = `{${Array(3_000).fill('"a":1').join(",")}}`;
  assert.equal(parseJson(text).problems.length, 1_000);
});

test("parseDocument() gives every doubled key its line, in a long text, too", () => {
  const text = `{\n${Array(100_000).fill('"b":[],\n').join("")}"a":1,\n"a":2}`;
  const findings = createFindings();
  parseDocument(`{"x":1,\n"x":2,\n"y":3,"y":4}`, "small.json", findings);
  parseDocument(text, "large.json", findings);
  const lines = findings.list().map(({ line }) => line);
  assert.deepEqual([lines.slice(0, 4), lines.length], [[2, 3, 3, 4], 1_002]);
});
