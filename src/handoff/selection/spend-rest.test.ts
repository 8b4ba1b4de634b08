import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, asked, ran } from "../../../test/transcripts/create-items.ts";
import { sizesOf } from "../../../test/transcripts/sizes-of.ts";
import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";
import type { ItemSize } from "./item-size.ts";
import { spendRest } from "./spend-rest.ts";

function bytesIn(limits: ByteLimits, sizes: readonly ItemSize[]): number {
  return [...limits].reduce((sum, [at, most]) => sum + Math.min(most, sizes[at]?.bytes ?? 0), 0);
}

test("spendRest() first makes messages whole that were shortened", () => {
  const sizes = sizesOf(asked("word ".repeat(200)), answered("done"));
  const limits: ByteLimits = new Map([
    [0, 300],
    [1, UNLIMITED],
  ]);
  spendRest(limits, sizes, { left: 2000, maxBytes: 4000, answers: new Set() });
  assert.equal(limits.get(0), UNLIMITED);
});

test("spendRest() spends the space on calls of all turns, although one is larger than all of it", () => {
  const sizes = sizesOf(
    asked("begin"),
    ...ran("c1", "npm run build", "built ".repeat(50)),
    answered("It is built."),
    asked("go on"),
    ...ran("c2", "npm test", "passed ".repeat(5000)),
    answered("It passes."),
  );
  const limits: ByteLimits = new Map([
    [4, UNLIMITED],
    [7, UNLIMITED],
  ]);
  spendRest(limits, sizes, { left: 4000, maxBytes: 4000, answers: new Set() });
  assert.deepEqual([...limits.keys()].toSorted(), [1, 2, 4, 5, 6, 7]);
  const bytes = bytesIn(limits, sizes);
  assert(bytes > 3500 && bytes <= 4000, String(bytes));
});

test("spendRest() carries of a command that was run again only the last run, and no earlier reply", () => {
  const sizes = sizesOf(
    asked("begin"),
    ...ran("c1", "npm test", "1 failed"),
    answered("One fails."),
    asked("go on"),
    ...ran("c2", "npm test", "0 failed"),
    answered("None fails."),
  );
  const limits: ByteLimits = new Map([
    [4, UNLIMITED],
    [7, UNLIMITED],
  ]);
  spendRest(limits, sizes, { left: 4000, maxBytes: 4000, answers: new Set() });
  assert.deepEqual([...limits.keys()].toSorted(), [4, 5, 6, 7]);
});

test("spendRest() prefers an answer that still holds, with its question, to what was only looked at", () => {
  const sizes = sizesOf(
    asked("how is it installed?"),
    ...ran("c1", "cat README.md", "read me ".repeat(100)),
    answered("brew install it"),
    asked("thanks, now fix it"),
    answered("Fixed."),
  );
  const answer = sizes.findIndex(({ kind, isRequest }) => kind === "message" && !isRequest);
  const limits: ByteLimits = new Map([
    [sizes.length - 2, UNLIMITED],
    [sizes.length - 1, UNLIMITED],
  ]);
  const answers = new Set([sizes[answer]?.id ?? ""]);
  spendRest(limits, sizes, { left: 200, maxBytes: 1000, answers });
  assert.deepEqual([limits.get(0), limits.get(answer)], [UNLIMITED, UNLIMITED]);
  assert.equal(limits.size, 4);
});
