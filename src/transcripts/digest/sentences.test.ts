import assert from "node:assert/strict";
import { test } from "node:test";
import { statementsOf } from "./sentences.ts";

test("statementsOf() removes marks of bold text and keeps names with two underscores", () => {
  const text =
    "__Never do this:__ edit `__init__.py` in /home/me/lamp__worktrees/dial__fix or __tests__/a.ts.";
  const [statement] = statementsOf(text);
  assert.equal(
    statement?.text,
    "Never do this: edit `__init__.py` in /home/me/lamp__worktrees/dial__fix or __tests__/a.ts.",
  );
});
