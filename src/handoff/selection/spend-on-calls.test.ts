import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, asked, ran } from "../../../test/transcripts/create-items.ts";
import { sizesOf } from "../../../test/transcripts/sizes-of.ts";
import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";
import { spendOnCalls } from "./spend-on-calls.ts";

test("spendOnCalls() spends the space although one output is larger than all of it", () => {
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
  spendOnCalls(limits, sizes, 4000);
  assert.deepEqual([...limits.keys()].toSorted(), [1, 2, 4, 5, 6, 7]);
  const bytes = [1, 2, 5, 6].map((at) => Math.min(limits.get(at) ?? 0, sizes[at]?.bytes ?? 0));
  const sum = bytes.reduce((all, each) => all + each);
  assert(sum > 3500 && sum <= 4000, String(sum));
});

test("spendOnCalls() carries of a command that was run again only the last run", () => {
  const sizes = sizesOf(
    asked("begin"),
    ...ran("c1", "npm test", "1 failed"),
    ...ran("c2", "npm test", "0 failed"),
    answered("None fails."),
  );
  const limits: ByteLimits = new Map();
  spendOnCalls(limits, sizes, 4000);
  assert.deepEqual([...limits.keys()].toSorted(), [3, 4]);
});
