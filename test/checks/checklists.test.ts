import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.ts";
import { assertNamedTests } from "../support/named-tests.ts";

test("each of the 60 items of task bundles names tests, and they exist", () => {
  const text = fs.readFileSync(path.join(root, "test/checklists/task-bundle/README.md"), "utf8");
  const rows = text.split("\n").filter((line) => /^\| \d+ \|/.test(line));
  const numbers = rows.map((row) => Number(/\d+/.exec(row)?.[0]));
  assert.deepEqual(
    numbers,
    Array.from({ length: 60 }, (_, at) => at + 1),
  );
  for (const row of rows) assertNamedTests(root, row);
});

test("nothing that the library contains ends the process", () => {
  const ends: string[] = [];
  for (const file of fs.globSync("src/**/*.ts", { cwd: root })) {
    // Only the program itself, and whoever it starts, may end it.
    if (/^src\/cli\/|\.test\.ts$/.test(file)) continue;
    const source = fs.readFileSync(path.join(root, file), "utf8");
    if (/^(?!\s*(?:\*|\/\/)).*\bprocess\.exit\(/m.test(source)) ends.push(file);
  }
  assert.deepEqual(ends, []);
});
