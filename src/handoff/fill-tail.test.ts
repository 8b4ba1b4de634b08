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
import { fillTail } from "./fill-tail.ts";
import { type ItemSize, sizeOfItem, type Tail } from "./select-tail.ts";

const tools = [["shell", { name: "Bash", arguments: { command: "command" } }]] as const;
const AS_IT_IS = Number.POSITIVE_INFINITY;

function sizesOf(...sketches: readonly Sketch[]): readonly ItemSize[] {
  return createItems(...sketches)
    .filter(isConversation)
    .map((item) => sizeOfItem(item, tools));
}

function bytesIn(tail: Tail, sizes: readonly ItemSize[]): number {
  return [...tail].reduce((sum, [at, most]) => sum + Math.min(most, sizes[at]?.bytes ?? 0), 0);
}

test("fillTail() first makes messages whole that were shortened", () => {
  const sizes = sizesOf(asked("word ".repeat(200)), answered("done"));
  const tail: Tail = new Map([
    [0, 300],
    [1, AS_IT_IS],
  ]);
  fillTail(tail, sizes, { left: 2000, maxBytes: 4000, answers: new Set() });
  assert.equal(tail.get(0), AS_IT_IS);
});

test("fillTail() spends the space on calls of all turns, although one is larger than all of it", () => {
  const sizes = sizesOf(
    asked("begin"),
    ...ran("c1", "npm run build", "built ".repeat(50)),
    answered("It is built."),
    asked("go on"),
    ...ran("c2", "npm test", "passed ".repeat(5000)),
    answered("It passes."),
  );
  const tail: Tail = new Map([
    [4, AS_IT_IS],
    [7, AS_IT_IS],
  ]);
  fillTail(tail, sizes, { left: 4000, maxBytes: 4000, answers: new Set() });
  assert.deepEqual([...tail.keys()].toSorted(), [1, 2, 4, 5, 6, 7]);
  const bytes = bytesIn(tail, sizes);
  assert(bytes > 3500 && bytes <= 4000, String(bytes));
});

test("fillTail() carries of a command that was run again only the last run, and no earlier reply", () => {
  const sizes = sizesOf(
    asked("begin"),
    ...ran("c1", "npm test", "1 failed"),
    answered("One fails."),
    asked("go on"),
    ...ran("c2", "npm test", "0 failed"),
    answered("None fails."),
  );
  const tail: Tail = new Map([
    [4, AS_IT_IS],
    [7, AS_IT_IS],
  ]);
  fillTail(tail, sizes, { left: 4000, maxBytes: 4000, answers: new Set() });
  assert.deepEqual([...tail.keys()].toSorted(), [4, 5, 6, 7]);
});

test("fillTail() prefers an answer that still holds, with its question, to what was only looked at", () => {
  const sizes = sizesOf(
    asked("how is it installed?"),
    ...ran("c1", "cat README.md", "read me ".repeat(100)),
    answered("brew install it"),
    asked("thanks, now fix it"),
    answered("Fixed."),
  );
  const answer = sizes.findIndex(({ kind, isRequest }) => kind === "message" && !isRequest);
  const tail: Tail = new Map([
    [sizes.length - 2, AS_IT_IS],
    [sizes.length - 1, AS_IT_IS],
  ]);
  const answers = new Set([sizes[answer]?.id ?? ""]);
  fillTail(tail, sizes, { left: 200, maxBytes: 1000, answers });
  assert.deepEqual([tail.get(0), tail.get(answer)], [AS_IT_IS, AS_IT_IS]);
  assert.equal(tail.size, 4);
});
