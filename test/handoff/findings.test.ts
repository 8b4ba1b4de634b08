import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { placeFixture } from "../agents/fixtures.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

interface HandedOver {
  readonly findings: readonly { readonly code: string; readonly line: number | null }[];
  readonly conversation: { readonly complete: boolean };
}

// A record that was read was counted among those that could not be.
test("handoff lists the findings of the source, and calls a record with an unknown parent readable", async () => {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const fixture = placeFixture("claude", "plain", home);
  const file = path.join(home, fixture.path);
  const lines = fs.readFileSync(file, "utf8").split("\n");
  const at = lines.findIndex((line) => /"parentUuid":"[0-9a-f-]{36}"/.test(line));
  const gone = "00000000-0000-4000-8000-000000000000";
  lines[at] = (lines[at] ?? "").replace(/"parentUuid":"[0-9a-f-]{36}"/, `"parentUuid":"${gone}"`);
  fs.writeFileSync(file, lines.join("\n"));
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const input = { from: fixture.session_id, to: "codex", "dry-run": true };
  const { out } = await runOperation<HandedOver>(context, "handoff", input);
  const dangling = out.findings.filter(({ code }) => code === "W_DANGLING");
  assert.deepEqual(
    dangling.map(({ line }) => line),
    [at + 1],
  );
  assert.equal(out.conversation.complete, true);
});
