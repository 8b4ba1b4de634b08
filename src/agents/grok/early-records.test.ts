import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../../test/support/scratch.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { emptyHeader, type TranscriptItem } from "../../model/transcript.ts";
import type { SessionDraft } from "../agent.ts";
import grok from "./grok.ts";

const DRAFT: SessionDraft = {
  header: emptyHeader("grok", "s"),
  async *items() {},
  session_id: "s2",
  cwd: "/p",
  title: "",
  note: "",
  now: new Date(0),
  settings: {},
  loss: () => undefined,
};
const MACHINE = "<user_info>\nOS: linux\n</user_info>";

async function open(chat: string) {
  const folder = path.join(makeScratch(), ".grok/sessions/%2Fp/s");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "chat_history.jsonl"), chat);
  fs.writeFileSync(path.join(folder, "summary.json"), '{"info":{"id":"s","cwd":"/p"}}');
  const found = await grok.recognise(folder);
  assert.ok(found);
  return grok.open(found);
}

async function read(chat: string): Promise<readonly TranscriptItem[]> {
  const reading = await grok.read(await open(chat));
  return Array.fromAsync(reading.items());
}

function write(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** The text of a session after it moved to the same agent. */
async function move(records: readonly object[], draft: Partial<SessionDraft> = {}) {
  assert.ok(grok.writer);
  const source = await open(write(records));
  const lines = await Array.fromAsync(grok.writer.relocate(source, { ...DRAFT, ...draft }));
  return lines.join("");
}

function recordsIn(text: string): readonly JsonObject[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function textsOf(items: readonly TranscriptItem[]) {
  return items.map((item) => [item.kind, "text" in item ? item.text : ""]);
}

test("read() takes sessions of early versions, which wrote messages as the API has them, and relocate() as today", async () => {
  const called = { name: "run_terminal_command", arguments: '{"command":"ls"}' };
  const call = { id: "c1", type: "function", function: called };
  const records = [
    { role: "system", content: "Be good." },
    { role: "user", content: "Count." },
    { role: "assistant", content: "I look.", tool_calls: [call], reasoning_content: "hm" },
    { role: "tool", content: "six", tool_call_id: "c1" },
    { role: "assistant", content: "Seven.", reasoning: { text: "oh", encrypted: "y" } },
    { type: "assistant", content: "Six.", reasoning: { text: "so", encrypted: "x" } },
  ];
  const conversation = [
    ["message", "Count."],
    ["reasoning", "hm"],
    ["message", "I look."],
    ["tool_call", ""],
    ["tool_result", ""],
    ["reasoning", "oh"],
    ["message", "Seven."],
    ["reasoning", "so"],
    ["message", "Six."],
  ];
  assert.deepEqual(textsOf(await read(write(records))), [["opaque", ""], ...conversation]);
  const moved = await move(records);
  assert.deepEqual(textsOf(await read(moved)), conversation);
  const [asked, , answered, result] = recordsIn(moved);
  const content = [{ type: "text", text: "Count." }];
  assert.deepEqual(asked, { type: "user", content });
  assert.deepEqual(answered, {
    type: "assistant",
    content: "I look.",
    tool_calls: [{ id: "c1", ...called }],
  });
  assert.equal(result?.type, "tool_result");
  assert.equal(moved.match(/"(hm|oh)"/g)?.length, 2);
});

test("an answer without thinking has none, whether its field is null, empty or missing", async () => {
  const answers = [
    { role: "assistant", content: "One.", reasoning_content: null },
    { role: "assistant", content: "Two.", reasoning: null },
    { role: "assistant", content: "Three.", reasoning: { text: null, encrypted: null } },
    { role: "assistant", content: "Four." },
    { role: "assistant", content: "Five.", reasoning_content: "" },
  ];
  const records = [{ role: "user", content: "Count." }, ...answers];
  const conversation = ["Count.", "One.", "Two.", "Three.", "Four.", "Five."].map((one) => [
    "message",
    one,
  ]);
  assert.deepEqual(textsOf(await read(write(records))), conversation);
  assert.deepEqual(textsOf(await read(await move(records))), conversation);
});

test("relocate() gives early prompts no number, as the program does: later ones begin with 0", async () => {
  const records = [
    { role: "user", content: MACHINE },
    { role: "user", content: "Count." },
    { type: "user", content: [{ type: "text", text: "Again." }], prompt_index: 0 },
  ];
  const moved = await move(records, { carriedSettings: "all" });
  assert.deepEqual(
    recordsIn(moved).map(({ prompt_index }) => prompt_index),
    [undefined, undefined, 0],
  );
  assert.deepEqual(textsOf(await read(moved)), [
    ["injected", MACHINE],
    ["message", "Count."],
    ["message", "Again."],
  ]);
});

test("relocate() leaves out and reports a stranger's record whose role no version wrote", async () => {
  const where: string[] = [];
  const records = [
    { role: "user", content: "Count." },
    { role: "reasoning", content: "yo" },
    { role: "backend_tool_call", content: "yo" },
  ];
  const moved = await move(records, { loss: (item) => where.push(`${item.kind} ${item.where}`) });
  assert.deepEqual(textsOf(await read(moved)), [["message", "Count."]]);
  assert.equal(recordsIn(moved).length, 1);
  assert.deepEqual(where, ["dropped chat_history.jsonl:2", "dropped chat_history.jsonl:3"]);
});
