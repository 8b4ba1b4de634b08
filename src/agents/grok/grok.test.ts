import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../../test/support/scratch.ts";
import { namesOf } from "../../base/registry.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { SourceFile } from "../agent.ts";
import { agents, loadAgent } from "../registry.ts";
import grok from "./grok.ts";
import { joinFiles } from "./join-files.ts";

const text = (content: string) => ({ type: "text", text: content });
const query = (content: string) => text(`<user_query>\n${content}\n</user_query>`);
const shown = (second: number, sessionUpdate: string, more: object) => ({
  timestamp: 1_800_000_000 + second,
  method: "session/update",
  params: { sessionId: "s", update: { sessionUpdate, ...more } },
});

/** Writes a session into a store; returns its folder. */
function place(files: Readonly<Record<string, readonly object[]>>, home = makeScratch()): string {
  const folder = path.join(home, ".grok/sessions/%2Fp/s");
  for (const [name, records] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  }
  return folder;
}

async function read(folder: string) {
  const found = await grok.recognise(folder);
  assert.ok(found);
  const reading = await grok.read(await grok.open(found));
  return { found, reading, items: await Array.fromAsync(reading.items()) };
}

function conversationOf(items: readonly TranscriptItem[]): readonly (readonly string[])[] {
  return items.flatMap((item) => {
    if (item.kind === "message") return [[item.role, item.text]];
    if (item.kind === "tool_result") return [["result", item.content]];
    if (item.kind === "compaction") return [["compaction", `${item.summary}`]];
    return item.kind === "error" ? [["error", item.text]] : [];
  });
}

const FIRST = { type: "user", content: [query("Count.")], prompt_index: 0 };
const MACHINE = { type: "user", content: [text("<user_info>\nOS: linux\n</user_info>")] };
const CALL = { id: "c1", name: "run_terminal_command", arguments: '{"command":"ls"}' };
const SUMMARY = { info: { id: "s", cwd: "/p" }, session_summary: "Counting" };

test("read() gives what the model got the times of what was shown, and errors their place", async () => {
  const { reading, items } = await read(
    place({
      "summary.json": [SUMMARY],
      "chat_history.jsonl": [
        { type: "system", content: "Be good." },
        MACHINE,
        FIRST,
        { type: "assistant", content: "", tool_calls: [CALL], model_id: "m" },
        { type: "tool_result", tool_call_id: "c1", content: "exit: 3\nnothing" },
        { type: "user", content: [query("Again.")], prompt_index: 1 },
        { type: "assistant", content: "Two.", model_id: "m" },
      ],
      "updates.jsonl": [
        shown(1, "user_message_chunk", { content: text("Count."), _meta: { promptIndex: 0 } }),
        shown(2, "tool_call", { toolCallId: "c1", title: "run_terminal_command", rawInput: {} }),
        shown(3, "tool_call_update", { toolCallId: "c1", status: "completed" }),
        shown(4, "turn_completed", { stop_reason: "error", agent_result: "API error" }),
        shown(5, "user_message_chunk", { content: text("Again."), _meta: { promptIndex: 1 } }),
        shown(6, "agent_message_chunk", { content: text("Two.") }),
      ],
    }),
  );
  assert.deepEqual(conversationOf(items), [
    ["user", "Count."],
    ["result", "exit: 3\nnothing"],
    ["error", "API error"],
    ["user", "Again."],
    ["assistant", "Two."],
  ]);
  const times = items.filter(({ kind }) => kind === "message").map(({ at }) => at?.slice(17, 19));
  assert.deepEqual(times, ["01", "05", "06"]);
  assert.equal(items.find((item) => item.kind === "tool_result")?.ok, false);
  const { records, transcript, opaque, lost } = reading.accounting;
  assert.deepEqual([records, transcript + opaque + lost], [13, 13]);
  const places = items.filter(({ kind }) => kind === "message").map(({ source }) => source);
  assert.deepEqual(
    places.map(({ file, line }) => `${file}:${line}`),
    ["chat_history.jsonl:3", "chat_history.jsonl:6", "chat_history.jsonl:7"],
  );
  assert.equal(reading.header.title, "Counting");
});

test("read() takes what was before a compaction from what was shown", async () => {
  const { items } = await read(
    place({
      "chat_history.jsonl": [
        { ...MACHINE, synthetic_reason: "compaction_meta" },
        { type: "user", content: [query("Count.")] },
        { type: "user", content: [text("Two were counted.")], synthetic_reason: "compaction_meta" },
        { type: "user", content: [query("Go on.")], prompt_index: 1 },
      ],
      "updates.jsonl": [
        shown(1, "user_message_chunk", { content: text("Count."), _meta: { promptIndex: 0 } }),
        shown(2, "tool_call", { toolCallId: "c1", title: "run_terminal_command", rawInput: {} }),
        shown(3, "tool_call_update", {
          toolCallId: "c1",
          status: "completed",
          rawOutput: { output_for_prompt: "exit: 0\nsix", exit_code: 0 },
        }),
        shown(4, "agent_message_chunk", { content: text("Six.") }),
        shown(5, "compaction_checkpoint", { checkpoint_file: "x.json" }),
        shown(6, "user_message_chunk", { content: text("Go on."), _meta: { promptIndex: 1 } }),
      ],
    }),
  );
  assert.deepEqual(conversationOf(items), [
    ["user", "Count."],
    ["result", "exit: 0\nsix"],
    ["assistant", "Six."],
    ["compaction", "Two were counted."],
    ["user", "Go on."],
  ]);
  const compaction = items.find((item) => item.kind === "compaction");
  const asked = items.find((item) => item.kind === "message");
  assert.deepEqual(compaction?.kept, [asked?.id]);
});

test("read() takes calls that ran at the provider's, and the pictures of a result", async () => {
  const search = { type: "search", query: "tides" };
  const code = { tool_type: "code_interpreter", id: "b2", status: "completed", code: "6 * 7" };
  const { items, reading } = await read(
    place({
      "chat_history.jsonl": [
        FIRST,
        {
          type: "backend_tool_call",
          kind: { tool_type: "web_search", id: "b1", status: "completed", action: search },
        },
        {
          type: "backend_tool_call",
          kind: { ...code, outputs: [{ type: "logs", logs: "42" }] },
        },
        { type: "assistant", content: "Two.", tool_calls: [CALL] },
        {
          type: "tool_result",
          tool_call_id: "c1",
          content: "a map",
          images: [{ type: "image", url: "data:image/png;base64,AAAA" }],
        },
      ],
    }),
  );
  const calls = items.filter((item) => item.kind === "tool_call");
  assert.deepEqual(
    calls.map(({ call_id, name, arguments: input }) => [call_id, name, input]),
    [
      ["b1", "web_search", { action: search }],
      ["b2", "code_interpreter", { code: "6 * 7" }],
      ["c1", "run_terminal_command", { command: "ls" }],
    ],
  );
  const results = items.filter((item) => item.kind === "tool_result");
  assert.deepEqual(
    results.map(({ call_id, content, attachments = [] }) => [call_id, content, attachments.length]),
    [
      ["b1", "", 0],
      ["b2", "42", 0],
      ["c1", "a map", 1],
    ],
  );
  assert.equal(reading.accounting.lost, 0);
});

test("recognise() takes a folder and each of its files, and no other agent takes them", async () => {
  const folder = place({
    "chat_history.jsonl": [FIRST],
    "updates.jsonl": [shown(1, "user_message_chunk", { content: text("Count.") })],
    "summary.json": [SUMMARY],
  });
  for (const name of ["", "chat_history.jsonl", "updates.jsonl", "summary.json"]) {
    const file = path.join(folder, name);
    assert.equal((await grok.recognise(file))?.id, "s", file);
    for (const id of namesOf(agents)) {
      if (id === "grok") continue;
      assert.equal(await (await loadAgent(id)).recognise(file), null, `${id} ${name}`);
    }
  }
});

test("read() separates a question from what the program puts around it", async () => {
  const data = "data:image/png;base64,AAAA";
  const parts = [
    text(
      "<image_files>\n1. /a.png\n</image_files>\n\n<user_query>\nSee.\n</user_query>\n<system-reminder>",
    ),
    { type: "image", url: data },
  ];
  const folder = place({
    "chat_history.jsonl": [MACHINE, { type: "user", content: parts, prompt_index: 0 }],
  });
  const { items } = await read(folder);
  assert.deepEqual(
    items.map((item) => [item.kind, "text" in item ? item.text.slice(0, 13) : ""]),
    [
      ["injected", "<user_info>\nO"],
      ["message", "See."],
      ["injected", "<image_files>"],
    ],
  );
  const message = items.find((item) => item.kind === "message");
  assert.deepEqual(message?.attachments, [{ media_type: "image/png", base64: "AAAA", uri: null }]);
});

test("find() lists sessions, and not those of sub-agents, which are read with their parent", async () => {
  const home = makeScratch();
  const folder = place(
    {
      "chat_history.jsonl": [FIRST],
      "summary.json": [SUMMARY],
      "subagents/t/meta.json": [{ parent_session_id: "s", child_session_id: "t" }],
      "../t/chat_history.jsonl": [{ type: "user", content: [text("Help.")], prompt_index: 0 }],
      "../t/summary.json": [{ info: { id: "t", cwd: "/p" }, session_kind: "subagent" }],
    },
    home,
  );
  const found = await Array.fromAsync(grok.find({ home, env: {} }));
  assert.deepEqual(
    found.map(({ id, cwd }) => [id, cwd]),
    [["s", "/p"]],
  );
  const { items } = await read(folder);
  assert.deepEqual(
    items.filter(({ kind }) => kind === "message").map(({ thread }) => thread),
    [null, "t"],
  );
  assert.equal((await grok.recognise(path.join(folder, "../t")))?.parent_id, "s");
});

test("targetPath() encodes a path as the program does, and refuses one that is too long", async () => {
  const draft = { session_id: "s", cwd: "/home/a (b)*" };
  const target = await grok.writer?.targetPath(draft as never, { home: "/h", env: {} });
  assert.equal(target, "/h/.grok/sessions/%2Fhome%2Fa%20%28b%29%2A/s/chat_history.jsonl");
  const long = { session_id: "s", cwd: `/${"x".repeat(300)}` };
  await assert.rejects(async () => grok.writer?.targetPath(long as never, { home: "/h", env: {} }));
});

test("a last line that is being written comes last and is torn", async () => {
  const folder = place({
    "chat_history.jsonl": [MACHINE, FIRST],
    "updates.jsonl": [shown(1, "user_message_chunk", { content: text("Count.") })],
  });
  fs.appendFileSync(path.join(folder, "chat_history.jsonl"), '{"type":"assis');
  fs.appendFileSync(path.join(folder, "updates.jsonl"), '{"timest');
  const { reading, items } = await read(folder);
  assert.deepEqual(conversationOf(items), [["user", "Count."]]);
  assert.deepEqual(
    reading.findings.map(({ code, file, line }) => [code, file, line]),
    [
      ["W_JSONL_LINE", "updates.jsonl", 2],
      ["W_TORN_LINE", "chat_history.jsonl", 3],
    ],
  );
});

test("joinFiles() closes both logs when a reader stops early", async () => {
  const open = new Set<string>();
  const log = (name: string): SourceFile => ({
    path: name,
    bytes: 100,
    async *read() {
      open.add(name);
      try {
        for (let line = 0; line < 9; line++) yield Buffer.from("{}\n");
      } finally {
        open.delete(name);
      }
    },
  });
  const joined = await joinFiles(log("chat"), log("updates"));
  let pieces = 0;
  for await (const _ of joined.read()) {
    pieces++;
    if (open.size === 2 || pieces === 18) break;
  }
  assert.ok(pieces < 18);
  assert.deepEqual([...open], []);
});

test("read() keeps the beginning of a summary that is not the program's own", async () => {
  const start =
    "This session is being continued from a previous conversation that ran out of context.\n\nSummary:\n";
  const end = "\n\nFull verbatim rollouts of previous segments are available at /p.";
  const summaryOf = async (summary: string) => {
    const compaction = {
      type: "user",
      content: [text(summary)],
      synthetic_reason: "compaction_meta",
    };
    const folder = place({ "summary.json": [SUMMARY], "chat_history.jsonl": [FIRST, compaction] });
    return conversationOf((await read(folder)).items).at(-1);
  };
  assert.deepEqual(await summaryOf(`${start}Counted.${end}`), ["compaction", "Counted."]);
  assert.deepEqual(await summaryOf(`${start}Counted.`), ["compaction", `${start}Counted.`]);
});
