import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, asked, ran, type Sketch } from "../../../test/transcripts/create-items.ts";
import { sizesOf } from "../../../test/transcripts/sizes-of.ts";
import { addMessages } from "./add-messages.ts";
import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";

const SUMMARY: Sketch = { kind: "compaction", summary: "word ".repeat(200) };

test("addMessages() first makes messages complete that were shortened", () => {
  const sizes = sizesOf(asked("word ".repeat(200)), answered("done"));
  const limits: ByteLimits = new Map([
    [0, 300],
    [1, UNLIMITED],
  ]);
  assert.equal(addMessages(limits, sizes, { bytes: 2000 }), true);
  assert.equal(limits.get(0), UNLIMITED);
});

test("addMessages() takes the newest first, and remarks between two calls last", () => {
  const sizes = sizesOf(
    asked("begin"),
    answered("I look at it.".repeat(40)),
    ...ran("c1", "ls", "a"),
    answered("Done."),
    asked("go on"),
  );
  const limits: ByteLimits = new Map();
  assert.equal(addMessages(limits, sizes, { bytes: 200 }), false);
  assert.deepEqual([...limits.keys()], [5, 4, 0]);
});

test("addMessages() takes no half of a summary, and no output of a program", () => {
  const report: Sketch = { kind: "message", role: "user", text: "x".repeat(50), sender: "context" };
  const sizes = sizesOf(SUMMARY, report, asked("go on"));
  const limits: ByteLimits = new Map();
  assert.equal(addMessages(limits, sizes, { bytes: 900 }), false);
  assert.deepEqual([...limits.keys()], [2]);
});
