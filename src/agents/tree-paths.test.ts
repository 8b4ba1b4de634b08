import assert from "node:assert/strict";
import { test } from "node:test";
import { findTreePaths } from "./tree-paths.ts";

function pathsOf(parents: readonly (readonly [string, string | null])[]) {
  const entries = parents.map(([id, parent]) => ({ id, parent }));
  return findTreePaths(entries, new Map(entries.map(({ id }, index) => [id, index])));
}

test("entryPaths() follows the last entry to its root", () => {
  const {
    main,
    abandoned: left,
    cycleAt,
  } = pathsOf([
    ["a", null],
    ["b", "a"],
    ["c", "b"],
  ]);
  assert.deepEqual(main, [0, 1, 2]);
  assert.deepEqual(left, []);
  assert.equal(cycleAt, null);
});

test("entryPaths() gives every path that was left once, from where it branches off", () => {
  const { main, abandoned: left } = pathsOf([
    ["a", null],
    ["b", "a"],
    ["c", "b"],
    ["x", "b"],
    ["y", "a"],
    ["z", "y"],
  ]);
  assert.deepEqual(main, [0, 4, 5]);
  assert.deepEqual(left, [
    { from: 0, entries: [1, 2] },
    { from: 1, entries: [3] },
  ]);
});

test("entryPaths() ends where parents go in a circle", () => {
  const { main, cycleAt } = pathsOf([
    ["a", "b"],
    ["b", "a"],
  ]);
  assert.deepEqual(main, [0, 1]);
  assert.equal(cycleAt, 1);
});
