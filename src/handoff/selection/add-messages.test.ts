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

test("addMessages() leaves half of the space to replies before it completes a long request", () => {
  const sizes = sizesOf(
    asked("word ".repeat(4000)),
    answered("The dial was checked: it is true."),
    { kind: "message", role: "user", text: "<teammate-message>", sender: "teammate" },
    answered("All is checked."),
  );
  const limits: ByteLimits = new Map([
    [0, 300],
    [3, UNLIMITED],
  ]);
  addMessages(limits, sizes, { bytes: 2000 });
  assert.equal(limits.get(1), UNLIMITED);
  assert((limits.get(0) ?? 0) > 1300, "what is left goes to the request");
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
