import assert from "node:assert/strict";
import { test } from "node:test";
import { arePlainNames, pathFault } from "./paths.ts";

test("arePlainNames() accepts no name that pathFault() refuses, nor one that JSON escapes", () => {
  assert.equal(arePlainNames(["2026-01-01T10-00Z.md", "a", "b_c", "-"]), true);
  for (const name of ["", ".a", "..", 'a"b', "a\\b", "a\nb", "a\0b", "ä", "a b", "\ud800"]) {
    for (const names of [[name], ["a", name], [name, "a"], ["a", name, "b"]]) {
      assert.equal(arePlainNames(names), false, JSON.stringify(names));
    }
  }
  assert.equal(arePlainNames([]), false);
  assert.equal(pathFault("a"), null);
});
