import assert from "node:assert/strict";
import { test } from "node:test";
import { lineFile } from "../records/line-file.ts";
import copilot from "./copilot.ts";

type Event = readonly [type: string, data: object, agentId?: string];

async function readEvents(events: readonly Event[]) {
  const lines = events.map(
    ([type, data, agentId], at) => `${JSON.stringify({ type, data, id: `e${at}`, agentId })}\n`,
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

test("read() has the prompt and the answers of a sub-agent in one thread, and none of its model", async () => {
  const { all, reading } = await readEvents([
    ["user.message", { content: "go" }],
    ["session.model_change", { newModel: "small" }, "agent-1"],
    ["user.message", { content: "count", source: "agent-s" }, "agent-1"],
    ["assistant.message", { content: "two", parentToolCallId: "c" }, "agent-1"],
  ]);
  assert.deepEqual(
    all.flatMap((item) => (item.kind === "message" ? [[item.thread, item.sender]] : [])),
    [
      [null, undefined],
      ["agent-1", "prompt"],
      ["agent-1", undefined],
    ],
  );
  assert.equal(reading.header.model, null);
});

test("read() takes a command that ended with an error as failed, and names changed files", async () => {
  const { all } = await readEvents([
    ["tool.execution_start", { toolCallId: "c", toolName: "bash" }],
    [
      "tool.execution_complete",
      {
        toolCallId: "c",
        success: true,
        result: { content: "no", detailedContent: "+a" },
        shellExecution: { exitCode: 3 },
        fileEdits: [{ path: "/p/a", kind: "create" }],
      },
    ],
  ]);
  const [, result, change] = all;
  assert.ok(result?.kind === "tool_result" && !result.ok);
  assert.ok(change?.kind === "file_change" && change.change === "add" && change.diff === "+a");
});

test("read() keeps the user's messages and what came while a summary was written", async () => {
  const { all } = await readEvents([
    ["user.message", { content: "go" }],
    ["assistant.message", { content: "one" }],
    ["session.compaction_start", { trigger: "threshold" }],
    ["assistant.message", { content: "two" }],
    ["session.compaction_complete", { success: true, summaryContent: "S", trigger: "threshold" }],
    ["assistant.message", { content: "three" }],
    ["session.compaction_start", {}],
    ["session.compaction_complete", { success: false, error: "Compaction Cancelled" }],
  ]);
  const found = all.flatMap((item) => (item.kind === "compaction" ? [item] : []));
  assert.deepEqual(
    found.map(({ kept, trigger }) => [kept, trigger]),
    [[["e0", "e3"], "auto"]],
  );
});

test("read() counts the tokens of a request once", async () => {
  const { all } = await readEvents([
    [
      "session.usage_record",
      { usage: { apiCallId: "r1", inputTokens: 10, cacheReadTokens: 4, outputTokens: 5 } },
    ],
    ["assistant.message", { content: "a", apiCallId: "r1", outputTokens: 5 }],
    ["assistant.message", { content: "b", apiCallId: "r2", outputTokens: 7 }],
  ]);
  assert.deepEqual(
    all.flatMap((item) => (item.kind === "usage" ? [[item.input_uncached, item.output]] : [])),
    [
      [6, 5],
      [0, 7],
    ],
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
