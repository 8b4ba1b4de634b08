import assert from "node:assert/strict";
import { test } from "node:test";
import { lineFile } from "./line-file.ts";
import { rewriteLines } from "./rewrite-lines.ts";

test("rewriteLines() gives each record a line, and names the line it was in", async () => {
  const lines = ['{"a":1}{"b":"}{"}\n', "no record\n", '{"c":3}\n'];
  const file = lineFile("s.jsonl", 0, () => lines);
  const pieces = rewriteLines(file, (line, number) => `${number} ${line}`);
  const text = (await Array.fromAsync(pieces)).join("");
  assert.equal(text, '1 {"a":1}\n1 {"b":"}{"}\n2 no record\n3 {"c":3}\n');
});
