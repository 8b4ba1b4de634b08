import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, asked, ran } from "../../../test/transcripts/create-items.ts";
import { sizesOf } from "../../../test/transcripts/sizes-of.ts";
import { UNLIMITED } from "./byte-limits.ts";
import { addEarlier, selectLastTurn } from "./select-turns.ts";

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

test("selectLastTurn() shortens what is too long for its share", () => {
  const sizes = sizesOf(asked("word ".repeat(2000)), answered("word ".repeat(2000)));
  const taken = [...selectLastTurn(sizes, 4000).values()];
  assert.equal(taken.length, 2);
  assert(taken.reduce((sum, bytes) => sum + bytes, 0) <= 4000 * 0.6);
});

test("selectLastTurn() takes what was done last when the work was broken off", () => {
  const sizes = sizesOf(asked("go"), answered("I start."), ...ran("c1", "git push", "no route"));
  assert.deepEqual([...selectLastTurn(sizes, 4000).keys()].toSorted(), [0, 1, 2, 3]);
});

test("addEarlier() fills the space although one item is larger than all of it", () => {
  const sizes = sizesOf(
    asked("go"),
    ...ran("c1", `printf '${"x".repeat(9000)}' > a.txt`, "y".repeat(9000)),
    ...ran("c2", "npm run build", "z".repeat(300)),
    answered("done"),
  );
  const maxBytes = 4000;
  const limits = selectLastTurn(sizes, maxBytes);
  const left = addEarlier(limits, sizes, { maxBytes, left: 1200 });
  assert.equal(limits.size, sizes.length);
  assert(left >= 0 && left < 600, `${left} bytes left`);
});

test("addEarlier() takes of a command that was run again the last run", () => {
  const sizes = sizesOf(
    asked("go"),
    ...ran("c1", "npm test", "1 failed"),
    ...ran("c2", "npm test", "2 passing"),
    answered("done"),
  );
  const limits = selectLastTurn(sizes, 4000);
  addEarlier(limits, sizes, { maxBytes: 4000, left: 3000 });
  assert.deepEqual([...limits.keys()].toSorted(), [0, 3, 4, 5]);
});

test("addEarlier() goes back to earlier turns in a large space", () => {
  const sizes = sizesOf(asked("a"), answered("b"), asked("c"), answered("d"));
  const limits = selectLastTurn(sizes, 80_000);
  addEarlier(limits, sizes, { maxBytes: 80_000, left: 79_000 });
  assert.equal(limits.size, 4);
});
