import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../../test/support/scratch.ts";
import { emptyHeader, type TranscriptItem } from "../../model/transcript.ts";
import type { SessionDraft } from "../agent.ts";
import grok from "./grok.ts";

const SUMMARY = { info: { id: "s", cwd: "/p" }, session_summary: "Counting" };
const PICTURE = { type: "image", data: "AAAA", mimeType: "image/png" };

function update(sessionUpdate: string, more: object) {
  const params = { sessionId: "s", update: { sessionUpdate, ...more } };
  return { timestamp: 1_800_000_000, method: "session/update", params };
}

function called(toolCallId: string, title: string) {
  return update("tool_call", { toolCallId, title, rawInput: {} });
}

function completed(toolCallId: string, more: object) {
  return update("tool_call_update", { toolCallId, status: "completed", ...more });
}

const text = (content: string) => ({ type: "text", text: content });
const ASKED = update("user_message_chunk", {
  content: text("Count."),
  _meta: { promptIndex: 0 },
});
const ANSWERED = update("agent_message_chunk", { content: text("Six.") });

/** Writes a session that has only what was shown; returns its home and folder. */
function place(updates: readonly object[], chat?: string) {
  const home = makeScratch();
  const folder = path.join(home, ".grok/sessions/%2Fp/s");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "summary.json"), JSON.stringify(SUMMARY));
  const lines = updates.map((record) => `${JSON.stringify(record)}\n`).join("");
  fs.writeFileSync(path.join(folder, "updates.jsonl"), lines);
  if (chat !== undefined) fs.writeFileSync(path.join(folder, "chat_history.jsonl"), chat);
  return { home, folder };
}

async function open(folder: string) {
  const found = await grok.recognise(folder);
  assert.ok(found);
  return grok.open(found);
}

function textsOf(items: readonly TranscriptItem[]) {
  return items.flatMap((item) => {
    if (item.kind === "tool_result") return [item.content];
    return item.kind === "message" ? [item.text] : [];
  });
}

for (const [state, chat] of [
  ["empty", ""],
  ["missing", undefined],
] as const) {
  test(`a session whose record of what the model gets is ${state} is read from what was shown`, async () => {
    const { home, folder } = place([ASKED, ANSWERED], chat);
    const unrecognised: string[] = [];
    const environment = {
      home,
      env: {},
      onUnrecognised: (file: string) => unrecognised.push(file),
    };
    const found = await Array.fromAsync(grok.find(environment));
    assert.deepEqual(
      found.map(({ id, cwd, bytes }) => [id, cwd, bytes > 0]),
      [["s", "/p", true]],
    );
    assert.deepEqual(unrecognised, []);
    for (const name of ["", "updates.jsonl", "summary.json"]) {
      assert.equal((await grok.recognise(path.join(folder, name)))?.id, "s", name);
    }
    const reading = await grok.read(await open(folder));
    const items = await Array.fromAsync(reading.items());
    assert.deepEqual(textsOf(items), ["Count.", "Six."]);
    assert.equal(reading.header.title, "Counting");
  });
}

test("read() takes the text that the model got of a result, wherever a tool has it", async () => {
  const outputs = {
    run_terminal_command: { rawOutput: { type: "Bash", output_for_prompt: "exit: 3\nsix" } },
    list_dir: { rawOutput: { type: "ListDir", Content: { content: "- /p" } } },
    todo_write: { rawOutput: { type: "Todo", TodosUpdated: { summary_for_prompt: "- a" } } },
    grep: {
      content: [{ type: "content", content: text("found 2 matches") }],
      rawOutput: { type: "GrepSearch", stdout: [97, 58, 49], exit_code: 1 },
    },
    other: { rawOutput: { type: "Other", value: 5 } },
    read_file: { content: [{ type: "content", content: PICTURE }], rawOutput: { data: "AAAA" } },
  };
  const records = Object.entries(outputs).flatMap(([name, more]) => [
    called(name, name),
    completed(name, more),
  ]);
  const { folder } = place([ASKED, ...records]);
  const reading = await grok.read(await open(folder));
  const items = await Array.fromAsync(reading.items());
  const results = items.filter((item) => item.kind === "tool_result");
  assert.deepEqual(
    results.map(({ content, ok, attachments = [] }) => [content, ok, attachments.length]),
    [
      ["exit: 3\nsix", false, 0],
      ["- /p", true, 0],
      ["- a", true, 0],
      ["a:1", true, 0],
      ['{"type":"Other","value":5}', true, 0],
      ["", true, 1],
    ],
  );
});

test("relocate() writes what the model gets of a session that has only what was shown", async () => {
  const { folder } = place([ASKED, ANSWERED]);
  const source = await open(folder);
  const reading = await grok.read(source);
  const draft: SessionDraft = {
    header: emptyHeader("grok", "s"),
    items: () => reading.items(),
    session_id: "s2",
    cwd: "/p",
    title: "",
    note: "",
    now: new Date(0),
    settings: {},
    loss: () => undefined,
  };
  assert.ok(grok.writer);
  const moved = (await Array.fromAsync(grok.writer.relocate(source, draft))).join("");
  assert.equal(moved.match(/Count\.|Six\./g)?.length, 2);
  const [beside] =
    (await grok.writer.subAgentFiles?.(source, draft, "/q/chat_history.jsonl")) ?? [];
  assert.ok(beside);
  const shown = (await Array.fromAsync(beside.text(() => {}))).join("");
  assert.equal(shown.match(/"sessionId":"s2"/g)?.length, 2);
});
