import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, asked, ran } from "../../../test/transcripts/create-items.ts";
import { sizesOf } from "../../../test/transcripts/sizes-of.ts";
import { UNLIMITED } from "./byte-limits.ts";
import { addTurns, selectLastTurn } from "./select-turns.ts";

test("selectLastTurn() takes the last request and the last reply as they are", () => {
  const sizes = sizesOf(
    asked("a"),
    answered("b"),
    asked("c"),
    ...ran("c1", "ls", "x"),
    answered("d"),
  );
  assert.deepEqual(
    [...selectLastTurn(sizes, 4000)],
    [
      [2, UNLIMITED],
      [5, UNLIMITED],
    ],
  );
});

test("selectLastTurn() passes over a command to the agent's own program", () => {
  const sizes = sizesOf(asked("a"), answered("b"), asked("/clear"));
  assert.deepEqual([...selectLastTurn(sizes, 4000).keys()], [0, 1]);
});

test("selectLastTurn() shortens what is too long for its share", () => {
  const sizes = sizesOf(asked("word ".repeat(2000)), answered("word ".repeat(2000)));
  const taken = [...selectLastTurn(sizes, 4000).values()];
  assert.equal(taken.length, 2);
  assert(taken.reduce((sum, bytes) => sum + bytes, 0) <= 4000 * 0.3);
});

test("addTurns() takes of a command that was run again the last run", () => {
  const sizes = sizesOf(
    asked("go"),
    ...ran("c1", "npm test", "1 failed"),
    ...ran("c2", "npm test", "2 passing"),
    answered("done"),
  );
  const limits = selectLastTurn(sizes, 4000);
  addTurns(limits, sizes, { maxBytes: 80_000, left: 3000 });
  assert.deepEqual([...limits.keys()].toSorted(), [0, 3, 4, 5]);
});

test("addTurns() goes back to earlier turns in a large space", () => {
  const sizes = sizesOf(asked("a"), answered("b"), asked("c"), answered("d"));
  const limits = selectLastTurn(sizes, 80_000);
  addTurns(limits, sizes, { maxBytes: 80_000, left: 79_000 });
  assert.equal(limits.size, 4);
});
