import assert from "node:assert/strict";
import test from "node:test";
import { describeAlignment } from "./describe-alignment.ts";

test("describeAlignment() counts the steps of both runs, however many rows are listed", () => {
  const text = describeAlignment({ left: 100_000, right: 5, aligned: 4, sameResult: 3 });
  assert.deepEqual(text.match(/[\d,]*\d/g), ["4", "3", "99,996", "1"]);
});

test("describeAlignment() says that runs took the same steps only if all are alike", () => {
  const same = { left: 7, right: 7, aligned: 7, sameResult: 7 };
  assert.match(describeAlignment(same), /same\.$/);
  assert.doesNotMatch(describeAlignment({ ...same, right: 8 }), /same\.$/);
  assert.doesNotMatch(describeAlignment({ ...same, sameResult: 6 }), /same\.$/);
});
