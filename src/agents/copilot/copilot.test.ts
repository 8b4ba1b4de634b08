import assert from "node:assert/strict";
import { test } from "node:test";
import { lineFile } from "../records/line-file.ts";
import copilot from "./copilot.ts";

async function readEvents(events: readonly (readonly [string, object])[]) {
  const lines = events.map(
    ([type, data], at) => `${JSON.stringify({ type, data, id: `e${at}` })}\n`,
  );
  const facts = { cwd: null, bytes: 0, modified_ms: 0, parent_id: null };
  const session = { agent: "copilot", id: "s", path: "/events.jsonl", ...facts };
  const reading = await copilot.read({
    session,
    files: [lineFile("events.jsonl", 0, () => lines)],
  });
  return { reading, all: await Array.fromAsync(reading.items()) };
}

test("read() tells a call once, though it is asked for and started", async () => {
  const { all, reading } = await readEvents([
    ["session.start", { sessionId: "s", copilotVersion: "1.0.64", context: { cwd: "/p" } }],
    ["user.message", { content: "go" }],
    ["assistant.message", { content: "", toolRequests: [{ toolCallId: "c", name: "bash" }] }],
    ["tool.execution_start", { toolCallId: "c", toolName: "bash" }],
    ["tool.execution_complete", { toolCallId: "c", success: false, error: { message: "no" } }],
    ["session.compaction_complete", { success: true, summaryContent: "SUM" }],
  ]);
  assert.deepEqual(
    all.flatMap(({ kind }) => (kind === "opaque" ? [] : [kind])),
    ["message", "tool_call", "tool_result", "compaction"],
  );
  const result = all.find(({ kind }) => kind === "tool_result");
  assert.ok(result?.kind === "tool_result" && !result.ok && result.content === "no");
  assert.equal(reading.header.cwd, "/p");
  assert.equal(reading.header.agent_version, "1.0.64");
});

test("read() tells a sub-agent's events after the conversation", async () => {
  const { all } = await readEvents([
    ["assistant.message", { content: "child", parentToolCallId: "c" }],
    ["assistant.message", { content: "parent" }],
  ]);
  assert.deepEqual(
    all.map(({ thread }) => thread),
    [null, "c"],
  );
});

test("read() gives what the program told the model in the user's place", async () => {
  const marked = { type: "selection", filePath: "/p/a.ts", text: "let a;" };
  const { all } = await readEvents([
    ["user.message", { content: "go", attachments: [marked] }],
    ["skill.invoked", { name: "tides", content: "Read the gauge first" }],
    ["system.notification", { content: "Agent 1 has finished: 12 pages", kind: {} }],
    ["user.message", { content: "Keep going", isAutopilotContinuation: true }],
  ]);
  assert.deepEqual(
    all.flatMap((item) => (item.kind === "message" ? [[item.sender ?? item.role, item.text]] : [])),
    [
      ["user", "go"],
      ["context", "[Marked by the user in /p/a.ts]\n\nlet a;"],
      ["prompt", "Read the gauge first"],
      ["context", "Agent 1 has finished: 12 pages"],
      ["context", "Keep going"],
    ],
  );
});

test("read() counts events of a known family that nobody knows as unknown", async () => {
  const { all, reading } = await readEvents([["session.hologram", { content: "seen" }]]);
  assert.ok(all.every((item) => item.kind === "opaque" && item.is_unknown === true));
  assert.deepEqual(
    reading.findings.map(({ code }) => code),
    ["W_UNKNOWN_RECORD"],
  );
});
