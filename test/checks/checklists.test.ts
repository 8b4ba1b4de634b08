import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.ts";
import { assertNamedTests } from "../support/named-tests.ts";

/** The beginning of a title such as "item 24: …", "15 to 17: …", "40 evicts …" or one that ends in "(54)". */
const NUMBERED =
  /(?:test\w*|check|suite|describe|it)\(\s*["`]((?:(?:items? )?\d{1,2}(?:(?:, | and | to )\d{1,2})*:? [a-z$][^"`]{0,15}|[^"`\n]*\(\d{1,2}\)(?=["`])))/g;

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

test("titles begin with numbers of no list, except that of task bundles", () => {
  const files = fs
    .globSync(["src/**/*.test.ts", "test/**/*.ts"], { cwd: root })
    .filter((file) => !file.startsWith("test/checklists/task-bundle/"));
  const numbered = files.flatMap((file) => {
    const source = fs.readFileSync(path.join(root, file), "utf8");
    return [...source.matchAll(NUMBERED)].map(([, title]) => `${file}: ${title}`);
  });
  assert.deepEqual(numbered, [], "begin a title with what is tested");
});

test("nothing that the library contains ends the process", () => {
  const ends: string[] = [];
  for (const file of fs.globSync("src/**/*.ts", { cwd: root })) {
    // Only the program itself, and whoever it starts, may end it. A script for a container is a process of its own.
    if (/^src\/cli\/|\/container\/entry-script\.ts$|\.test\.ts$/.test(file)) continue;
    const source = fs.readFileSync(path.join(root, file), "utf8");
    if (/^(?!\s*(?:\*|\/\/)).*\bprocess\.exit\(/m.test(source)) ends.push(file);
  }
  assert.deepEqual(ends, []);
});
