import assert from "node:assert/strict";
import { test } from "node:test";
import { endText } from "./run-data.ts";

const ran = { state: "ran", error: null, costUsd: 0.5 } as const;
const failed = { ...ran, error: { kind: "login", detail: "refused" }, costUsd: null } as const;

test("endText() counts runs that ended with an error, and reports no success when all of them did", () => {
  assert.equal(endText([ran, ran], "runs"), "2 runs captured in runs; cost $1.00");
  assert.match(
    endText([ran, failed], "runs"),
    /^2 runs captured in runs, 1 of them ended with an error/,
  );
  assert.throws(() => endText([failed, failed], "runs"), /2 runs ended with an error/);
});
