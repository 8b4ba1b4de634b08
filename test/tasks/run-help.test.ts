import assert from "node:assert/strict";
import { test } from "node:test";
import { runnableNames } from "../../src/tasks/run/agent-command.ts";
import { holdall } from "../support/warm-program.ts";

test("the help of task run names every agent that it can run, and no other", async () => {
  const { stdout } = holdall(["task", "run", "--help"]);
  const named = /Agents, as ([a-z,\s]+);/.exec(stdout)?.[1] ?? "";
  assert.deepEqual(named.replaceAll(/\s/g, "").split(","), await runnableNames());
});
