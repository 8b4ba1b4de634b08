import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { assertNamedTests } from "../support/named-tests.ts";

const root = path.join(import.meta.dirname, "../..");

test("every promise of SECURITY.md names tests, and they exist", () => {
  const text = fs.readFileSync(path.join(root, "SECURITY.md"), "utf8");
  const [, promised = ""] = /## What is promised\n([\s\S]*?)\n## /.exec(text) ?? [];
  const promises = promised.split("\n- **").slice(1);
  assert(promises.length > 8);
  for (const promise of promises) {
    const named = [...promise.matchAll(/`((?:src|test|scripts)\/[\w./-]+\.ts)`/g)];
    assert.notEqual(named.length, 0, promise.slice(0, 80));
    for (const [, file = ""] of named) assert(fs.existsSync(path.join(root, file)), file);
  }
});

test("every row of test/checklists/trust.md names a test, and its title is in that file", () => {
  const text = fs.readFileSync(path.join(root, "test/checklists/trust.md"), "utf8");
  const rows = text.split("\n").filter((line) => /^\| (?!what must hold|-)/.test(line));
  assert(rows.length > 40);
  for (const row of rows) assertNamedTests(root, row);
});
