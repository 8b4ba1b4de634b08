import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";
import { placeFixture } from "../agents/fixtures.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

// Claude Code up to 2.0 goes on from the first of the latest lines: that was the note, and all that follows was lost.
test("the last line of a session for Claude Code is the only one that is the latest", async () => {
  const home = makeScratch();
  const { session_id } = placeFixture("pi", "plain", home);
  const context = { ...contextIn(home), agents: { home, env: {} } };
  const input = { from: "pi", to: "claude", session: session_id, into: home };
  const { out } = await runOperation<{ path: string }>(context, "handoff", input);
  const lines = fs.readFileSync(out.path, "utf8").trim().split("\n");
  const times = lines.flatMap((line) => JSON.parse(line).timestamp ?? []);
  const [last, ...others] = times.reverse();
  assert.ok(others.length > 3);
  for (const time of others) assert.ok(time < last, `${time} is not before ${last}`);
});
