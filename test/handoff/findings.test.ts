import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { HoldallError } from "../../src/base/errors.ts";
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

test("handoff says of a document that is damaged what is wrong with it, and not only that it is empty", async () => {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const file = path.join(home, "session-1.json");
  const record = { id: "m", timestamp: "2026-01-01T00:00:00Z", type: "user", content: "Prune" };
  const document = {
    sessionId: "s",
    projectHash: "h",
    startTime: record.timestamp,
    messages: [record],
  };
  fs.writeFileSync(file, `${JSON.stringify(document).slice(0, -2)}\0}`);
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  await assert.rejects(
    runOperation(context, "handoff", { from: file, to: "codex" }),
    (error: HoldallError) => {
      assert.equal(error.code, "E_EMPTY");
      assert.deepEqual(
        error.findings.map(({ code }) => code),
        ["W_JSONL_LINE"],
      );
      return true;
    },
  );
});
