import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLine, readLines } from "./jsonl.ts";

test("parseLine() reads what JSON.parse() reads", () => {
  const lines = ['{"a":":","b" : {"c":[{"d":"x\\":y"}]}}', '":"', "[]", ' {"\\"a":1}\r', "null"];
  for (const line of lines) assert.deepEqual(parseLine(line).value, JSON.parse(line), line);
});

test("parseLine() finds the same key twice, also behind colons in strings and spaces", () => {
  const lines = ['{"a":1,"a":2}', '{"a" :":","a":2}', '[{"b":{"a":"\\":","a"\t:1}}]'];
  for (const line of lines) assert.match(parseLine(line).fault ?? "", /twice/, line);
});

test("parseLine() refuses nesting that is too deep and what is not JSON", () => {
  assert.ok(parseLine(`${"[".repeat(200)}${"]".repeat(200)}`).fault);
  assert.ok(parseLine("{").fault);
  assert.ok(parseLine("").fault);
});

test("parseLine() counts a key named __proto__ like any other", () => {
  assert.deepEqual(Object.keys(parseLine('{"__proto__":1}').value as object), ["__proto__"]);
  assert.ok(parseLine('{"__proto__":1,"__proto__":2}').fault);
});

test("readLines() finds the same lines where each chunk is overwritten by the next", async () => {
  const text = "one\ntwo and more\n\na line that is longer than two chunks\nlast";
  async function* chunks() {
    const bytes = Buffer.from(text);
    const chunk = Buffer.alloc(7);
    for (let at = 0; at < bytes.length; at += chunk.length) {
      yield chunk.subarray(0, bytes.copy(chunk, 0, at));
    }
  }
  const limits = { maxLineBytes: 100, maxBytes: 1000 };
  const batches = await Array.fromAsync(readLines(chunks(), limits));
  assert.deepEqual(
    batches.flat().map((line) => line.text),
    text.split("\n"),
  );
});
