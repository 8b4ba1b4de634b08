import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

/** A file in backquotes, and the titles in quotes after it. */
const NAMED = /`((?:src|test|scripts)\/[\w./-]+\.ts)`(?:: ((?:"[^"]+"(?:, )?)+))?/g;

/** Fails unless a row of a table names a test, and every file and title that it names exists. */
export function assertNamedTests(root: string, row: string): void {
  const named = [...row.matchAll(NAMED)];
  assert.notEqual(named.length, 0, row);
  for (const [, file = "", titles = ""] of named) {
    const source = fs.readFileSync(path.join(root, file), "utf8");
    for (const [, title = ""] of titles.matchAll(/"([^"]+)"/g)) {
      assert(source.includes(title), `${file} has no test "${title}"`);
    }
  }
}
