import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

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
