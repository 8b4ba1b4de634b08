import assert from "node:assert/strict";
import { test } from "node:test";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { ToolTable } from "../tool-names.ts";
import { createActions } from "./actions.ts";

type Call = Extract<TranscriptItem, { kind: "tool_call" }>;
type Result = Extract<TranscriptItem, { kind: "tool_result" }>;
const tools: ToolTable = [["shell", { name: "shell", arguments: { command: "command" } }]];

function failuresAfter(...runs: readonly (readonly [command: string, ok: boolean])[]): number {
  const actions = createActions(tools);
  for (const [number, [command, ok]] of runs.entries()) {
    const call = { kind: "tool_call", name: "shell", call_id: "c", arguments: { command } };
    const content = ok ? "ok" : "FAIL: it does not work";
    const result = { kind: "tool_result", id: `r${number}`, call_id: "c", ok, content };
    actions.finish(call as unknown as Call, result as unknown as Result);
  }
  return actions.failures().length;
}

test("a check that failed is settled by the same check, or by one of that and more", () => {
  const failed = ["go test -run TestFormat_Full ./cli", false] as const;
  assert.equal(failuresAfter(failed), 1);
  assert.equal(failuresAfter(failed, ["go test -run TestFormat ./cli", true]), 0);
  assert.equal(failuresAfter(failed, ["go test -run TestOther ./cli", true]), 1);
  assert.equal(failuresAfter(["npm test src/a.test.ts", false], ["npm test", true]), 0);
  assert.equal(failuresAfter(["npm test", false], ["npm test src/a.test.ts", true]), 1);
});

test("a call that was given up because another one failed has not failed itself", () => {
  const actions = createActions(tools);
  const call = { kind: "tool_call", name: "shell", call_id: "c", arguments: { command: "make" } };
  const content = "<tool_use_error>Sibling tool call errored</tool_use_error>";
  const result = { kind: "tool_result", id: "r", call_id: "c", ok: false, content };
  assert.equal(actions.finish(call as unknown as Call, result as unknown as Result), null);
  assert.deepEqual(actions.failures(), []);
});
