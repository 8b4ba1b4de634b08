import assert from "node:assert/strict";
import { test } from "node:test";
import { endText } from "./run-data.ts";

const ran = { state: "ran", error: null, costUsd: 0.5 } as const;
const failed = { ...ran, error: { kind: "login", detail: "refused" }, costUsd: null } as const;

test("endText() counts runs that ended with an error, and reports no success when one of them did", () => {
  assert.equal(endText([ran, ran], "runs"), "2 runs captured in runs; cost $1.00");
  assert.throws(
    () => endText([ran, failed], "runs"),
    /^Error: Only 1 run captured in runs: 1 run ended with an error/,
  );
  assert.throws(() => endText([failed, failed], "runs"), /2 runs ended with an error/);
  const open = { ...ran, state: "could not run" } as const;
  assert.throws(() => endText([ran, open], "runs"), /1 run did not start/);
  assert.throws(() => endText([open], "runs"), /Cannot do the task: 1 run did not start/);
});
