import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { gatherUpdates } from "./gather-updates.ts";

function gather(...updates: readonly JsonObject[]) {
  const gatherer = gatherUpdates();
  for (const update of updates) gatherer.add(update);
  return gatherer.result("server");
}

const chunk = (who: "user" | "agent", text: string, more: JsonObject = {}): JsonObject => ({
  sessionUpdate: `${who}_message_chunk`,
  content: { type: "text", text },
  ...more,
});
const textContent = (text: string): JsonObject => ({
  type: "content",
  content: { type: "text", text },
});

/** What an item says, without where it comes from. */
function bodyOf(item: TranscriptItem): unknown {
  switch (item.kind) {
    case "message":
      return [item.role, item.text];
    case "tool_call":
      return [item.call_id, item.name, item.arguments];
    case "tool_result":
      return [item.call_id, item.ok, item.content];
    default:
      return [item.kind];
  }
}

const bodies = (items: readonly TranscriptItem[]) => items.map(bodyOf);
const reasons = (losses: readonly { why: string; count?: number | undefined }[]) =>
  losses.map(({ why, count }) => [why.split(" ")[0], count]);

test("gatherUpdates() joins pieces of an answer, and keeps prompts apart", () => {
  const { items } = gather(
    chunk("user", "Count the pears."),
    chunk("user", "<system-reminder>\nIt is Monday.\n</system-reminder>"),
    chunk("user", "<session_context>\nThis is the Gemini CLI.\n</session_context>"),
    chunk("user", "[Function Response: read_file]"),
    chunk("agent", "I "),
    chunk("agent", "count."),
    chunk("agent", "One.", { messageId: "m1" }),
    chunk("agent", "Two.", { messageId: "m2" }),
    chunk("user", "a", { messageId: "u" }),
    chunk("user", "b", { messageId: "u" }),
  );
  assert.deepEqual(bodies(items), [
    ["user", "Count the pears."],
    ["injected"],
    ["injected"],
    ["injected"],
    ["assistant", "I count."],
    ["assistant", "One."],
    ["assistant", "Two."],
    ["user", "ab"],
  ]);
});

test("gatherUpdates() puts together what several updates show of a call", () => {
  const { items, losses, tools } = gather(
    chunk("user", "Show it."),
    {
      sessionUpdate: "tool_call",
      toolCallId: "c1",
      title: "shell · cat a",
      status: "pending",
      rawInput: { command: "cat a" },
      _meta: { goose: { toolCall: { toolName: "shell" } } },
    },
    {
      sessionUpdate: "tool_call",
      toolCallId: "c2",
      title: "Write",
      kind: "edit",
      rawInput: { path: "/a", content: "pears" },
      content: [textContent('{"path":"/a"}')],
      status: "in_progress",
    },
    {
      sessionUpdate: "tool_call_update",
      toolCallId: "c1",
      status: "failed",
      title: "done",
      content: [textContent("no such file"), textContent("a")],
    },
    {
      sessionUpdate: "tool_call_update",
      toolCallId: "c2",
      status: "completed",
      content: [{ type: "diff", path: "/a", oldText: null, newText: "pears" }],
    },
  );
  assert.deepEqual(bodies(items), [
    ["user", "Show it."],
    ["c1", "shell", { command: "cat a" }],
    ["c1", false, "no such file\na"],
    ["c2", "Write", { path: "/a", content: "pears" }],
    ["c2", true, "(changed: /a)"],
    ["file_change"],
  ]);
  assert.deepEqual(
    tools.map(([kind, { name }]) => [kind, name]),
    [
      ["shell", "shell"],
      ["write", "Write"],
    ],
  );
  assert.deepEqual(reasons(losses), [
    ["result", 1],
    ["times", 6],
    ["exit", 2],
    ["anything", 1],
  ]);
});

test("gatherUpdates() reports names and arguments that a server does not show, and calls without a result", () => {
  const { items, losses } = gather(chunk("user", "Read it."), {
    sessionUpdate: "tool_call",
    toolCallId: "c1",
    title: "Reading the file a",
    kind: "read",
    status: "in_progress",
    locations: [{ path: "/a" }],
  });
  assert.deepEqual(bodies(items), [
    ["user", "Read it."],
    ["c1", "read", { title: "Reading the file a", path: "/a" }],
  ]);
  assert.deepEqual(reasons(losses).slice(0, 2), [
    ["name", 1],
    ["arguments", 1],
  ]);
});

test("gatherUpdates() takes a title for the name of a tool, and reports it where no arguments are shown", () => {
  const call = (toolCallId: string, more: JsonObject): JsonObject => ({
    sessionUpdate: "tool_call",
    toolCallId,
    title: "ReadFile",
    kind: "read",
    ...more,
  });
  const { items, losses } = gather(call("c1", { rawInput: { path: "/a" } }), call("c2", {}));
  assert.deepEqual(bodies(items), [
    ["c1", "ReadFile", { path: "/a" }],
    ["c2", "ReadFile", { title: "ReadFile" }],
  ]);
  assert.deepEqual(reasons(losses).slice(0, 2), [
    ["name", 1],
    ["arguments", 1],
  ]);
});

test("gatherUpdates() keeps a later call apart that has the id of one that has ended", () => {
  const call = (path: string): JsonObject => ({
    sessionUpdate: "tool_call",
    toolCallId: "call_1",
    title: "ReadFile",
    status: "pending",
    rawInput: { path },
  });
  const ended = (text: string): JsonObject => ({
    sessionUpdate: "tool_call_update",
    toolCallId: "call_1",
    status: "completed",
    content: [{ type: "content", content: { type: "text", text } }],
  });
  const { items } = gather(call("/a"), ended("pears"), call("/b"), ended("plums"));
  assert.deepEqual(bodies(items), [
    ["call_1", "ReadFile", { path: "/a" }],
    ["call_1", true, "pears"],
    ["call_1", "ReadFile", { path: "/b" }],
    ["call_1", true, "plums"],
  ]);
});

test("gatherUpdates() keeps pictures, times, the title and thinking", () => {
  const { items, title, losses } = gather(
    { sessionUpdate: "session_info_update", title: "Pears" },
    {
      sessionUpdate: "user_message_chunk",
      content: { type: "image", mimeType: "image/png", data: "AAAA" },
      _meta: { timestamp: 1_794_902_882_536 },
    },
    { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "A pear." } },
  );
  assert.equal(title, "Pears");
  const [, picture, thought] = items;
  assert.ok(picture?.kind === "message" && thought?.kind === "reasoning");
  assert.deepEqual(picture.attachments, [{ media_type: "image/png", base64: "AAAA", uri: null }]);
  assert.equal(picture.at, "2026-11-17T08:08:02.536Z");
  assert.equal(thought.text, "A pear.");
  assert.deepEqual(reasons(losses)[0], ["thinking", 1]);
});

test("gatherUpdates() counts what it does not know as missing, and survives any value", () => {
  let deep: JsonObject = {};
  for (let level = 0; level < 20_000; level++) deep = { deep };
  const { items } = gather(
    { sessionUpdate: "hologram", content: { text: "x" } },
    { sessionUpdate: "plan", entries: [] },
    { sessionUpdate: "tool_call", toolCallId: 7 },
    { sessionUpdate: "user_message_chunk", content: null },
    { sessionUpdate: ["tool_call"] },
    { sessionUpdate: "tool_call", toolCallId: "c", rawInput: [deep], rawOutput: deep, _meta: deep },
    { sessionUpdate: "tool_call_update", toolCallId: "d", content: "x", status: 3, title: deep },
  );
  const unknown = items.filter((item) => item.kind === "opaque" && item.is_unknown === true);
  assert.equal(unknown.length, 3);
  assert.deepEqual(
    items.flatMap((item) => (item.kind === "tool_call" ? [item.call_id] : [])),
    ["c", "d"],
  );
});
