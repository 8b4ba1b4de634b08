import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answered,
  asked,
  createItems,
  ran,
  type Sketch,
} from "../../test/transcripts/create-items.ts";
import { isConversation } from "../transcripts/conversation-item.ts";
import { extendTail, type ItemSize, lastTurn, sizeOfItem } from "./select-tail.ts";

const tools = [["shell", { name: "Bash", arguments: { command: "command" } }]] as const;

function sizesOf(...sketches: readonly Sketch[]): readonly ItemSize[] {
  return createItems(...sketches)
    .filter(isConversation)
    .map((item) => sizeOfItem(item, tools));
}

const AS_IT_IS = Number.POSITIVE_INFINITY;

test("lastTurn() takes the last request and the last reply as they are", () => {
  const sizes = sizesOf(
    asked("a"),
    answered("b"),
    asked("c"),
    ...ran("c1", "ls", "x"),
    answered("d"),
  );
  assert.deepEqual(
    [...lastTurn(sizes, 4000)],
    [
      [2, AS_IT_IS],
      [5, AS_IT_IS],
    ],
  );
});

test("lastTurn() shortens what is too long for its share", () => {
  const sizes = sizesOf(asked("word ".repeat(2000)), answered("word ".repeat(2000)));
  const taken = [...lastTurn(sizes, 4000).values()];
  assert.equal(taken.length, 2);
  assert(taken.reduce((sum, bytes) => sum + bytes, 0) <= 4000 * 0.6);
});

test("lastTurn() takes what was done last when the work was broken off", () => {
  const sizes = sizesOf(asked("go"), answered("I start."), ...ran("c1", "git push", "no route"));
  assert.deepEqual([...lastTurn(sizes, 4000).keys()].toSorted(), [0, 1, 2, 3]);
});

test("extendTail() fills the space although one item is larger than all of it", () => {
  const sizes = sizesOf(
    asked("go"),
    ...ran("c1", `printf '${"x".repeat(9000)}' > a.txt`, "y".repeat(9000)),
    ...ran("c2", "npm run build", "z".repeat(300)),
    answered("done"),
  );
  const maxBytes = 4000;
  const tail = lastTurn(sizes, maxBytes);
  const left = extendTail(tail, sizes, { maxBytes, left: 1200 });
  assert.equal(tail.size, sizes.length);
  assert(left >= 0 && left < 600, `${left} bytes left`);
});

test("extendTail() takes of a command that was run again the last run", () => {
  const sizes = sizesOf(
    asked("go"),
    ...ran("c1", "npm test", "1 failed"),
    ...ran("c2", "npm test", "2 passing"),
    answered("done"),
  );
  const tail = lastTurn(sizes, 4000);
  extendTail(tail, sizes, { maxBytes: 4000, left: 3000 });
  assert.deepEqual([...tail.keys()].toSorted(), [0, 3, 4, 5]);
});

test("extendTail() goes back to earlier turns in a large space", () => {
  const sizes = sizesOf(asked("a"), answered("b"), asked("c"), answered("d"));
  const tail = lastTurn(sizes, 80_000);
  extendTail(tail, sizes, { maxBytes: 80_000, left: 79_000 });
  assert.equal(tail.size, 4);
});
