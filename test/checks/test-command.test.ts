import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { root } from "../../scripts/run.ts";

function npmTest(...args: string[]) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env; // Node refuses a runner inside a runner.
  return spawnSync(process.execPath, ["scripts/test.ts", ...args], {
    cwd: root,
    env,
    encoding: "utf8",
  });
}

test("npm test fails when no test was executed", () => {
  const { stdout, status } = npmTest("--only", "tests", "no/such/folder/");
  assert.match(stdout, /^0 passed, 1 failed, 0 skipped$/m);
  assert.equal(status, 1);
});

test("npm test runs the tests whose path contains what is named", () => {
  const { stdout, status } = npmTest("--only", "tests", "checks/scan-source");
  assert.match(stdout, /^ℹ pass [1-9]/m);
  assert.match(stdout, /^[1-9]\d* passed, 0 failed, 0 skipped$/m);
  assert.equal(status, 0);
});

test("npm test refuses a check that it does not know", () => {
  assert.equal(npmTest("--only", "typos").status, 2);
});
