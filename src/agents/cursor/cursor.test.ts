import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import cursor from "./cursor.ts";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

async function itemsAt(file: string) {
  const session = await cursor.recognise(file);
  assert.ok(session);
  const reading = await cursor.read(await cursor.open(session));
  return { session, reading, all: await Array.fromAsync(reading.items()) };
}

test("read() takes the user's words out of their tag, and gives calls an id", async () => {
  const file = path.join(scratch, "t1.jsonl");
  const record = (role: string, ...content: object[]) =>
    JSON.stringify({ role, message: { content } });
  const text = "<open_files>a.ts</open_files>\n<user_query>\nFix it\n</user_query>";
  const call = { type: "tool_use", name: "Read", input: { path: "a.ts" } };
  fs.writeFileSync(
    file,
    [record("user", { type: "text", text }), record("assistant", call)].join("\n"),
  );
  const { all, reading } = await itemsAt(file);
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ["injected", "message", "tool_call"],
  );
  assert.equal(reading.header.title, "Fix it");
});

test("read() reads a chat of the editor, bubble by bubble", async () => {
  const file = path.join(scratch, "state.vscdb");
  const database = new DatabaseSync(file);
  database.exec("create table cursorDiskKV (key text, value blob)");
  const put = (key: string, value: object) =>
    database.prepare("insert into cursorDiskKV values (?, ?)").run(key, JSON.stringify(value));
  const heads = [{ bubbleId: "b1" }, { bubbleId: "b2" }];
  put("composerData:c1", { name: "Pumps", createdAt: 5, fullConversationHeadersOnly: heads });
  put("bubbleId:c1:b1", { bubbleId: "b1", type: 1, text: "Check" });
  put("bubbleId:c1:b2", {
    bubbleId: "b2",
    type: 2,
    text: "Done",
    thinking: { text: "hm" },
    toolFormerData: { name: "read_file", rawArgs: '{"p":1}', result: "x", status: "completed" },
  });
  database.close();
  const { all, reading } = await itemsAt(file);
  assert.equal(reading.header.title, "Pumps");
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ["opaque", "message", "reasoning", "message", "tool_call", "tool_result"],
  );
});

/** A database with rows in one of its tables. */
function databaseWith(
  name: string,
  table: string,
  rows: Readonly<Record<string, unknown>>,
): string {
  const file = path.join(fs.mkdtempSync(path.join(scratch, `${name}-`)), "state.vscdb");
  const database = new DatabaseSync(file);
  database.exec(`create table ${table} (key text, value blob)`);
  const insert = database.prepare(`insert into ${table} values (?, ?)`);
  for (const [key, value] of Object.entries(rows)) insert.run(key, JSON.stringify(value));
  database.close();
  return file;
}

test("read() invents no call for data of a tool without a tool", async () => {
  const toolFormerData = { additionalData: { reviewData: { status: "none" } } };
  const file = databaseWith("no-tool", "cursorDiskKV", {
    "composerData:c1": { fullConversationHeadersOnly: [{ bubbleId: "b1" }, { bubbleId: "b2" }] },
    "bubbleId:c1:b1": { bubbleId: "b1", type: 1, text: "Check" },
    "bubbleId:c1:b2": { bubbleId: "b2", type: 2, text: "Done", toolFormerData },
  });
  const { all } = await itemsAt(file);
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ["opaque", "message", "message"],
  );
});

test("read() counts a bubble whose row is gone as missing", async () => {
  const heads = [
    { bubbleId: "b1", type: 1 },
    { bubbleId: "b2", type: 2 },
  ];
  const file = databaseWith("lost", "cursorDiskKV", {
    "composerData:c1": { fullConversationHeadersOnly: heads },
    "bubbleId:c1:b1": { bubbleId: "b1", type: 1, text: "Check" },
  });
  const { all } = await itemsAt(file);
  const missing = all.filter((item) => item.kind === "opaque" && item.is_unknown === true);
  assert.deepEqual(
    missing.map(({ source }) => source.type),
    ["lost-bubble"],
  );
});

test("read() reads chats that earlier versions kept in themselves, with what was given to the model", async () => {
  const rich = { root: { children: [{ children: [{ text: "Why " }, { text: "slow?" }] }] } };
  const conversation = [
    { bubbleId: "b1", type: 1, text: "", richText: JSON.stringify(rich) },
    { bubbleId: "b2", type: 2, text: "", codeBlocks: [{ content: "let a = 1;" }] },
    {
      bubbleId: "b3",
      type: 1,
      text: "And this?",
      attachedCodeChunks: [{ relativeWorkspacePath: "a.ts", lines: ["let a;", "let b;"] }],
      context: { selections: [{ text: "let c;", uri: { fsPath: "/p/c.ts" } }] },
    },
  ];
  const list = { allComposers: [{ composerId: "c1", name: "Speed", createdAt: 7, conversation }] };
  const { all, reading } = await itemsAt(
    databaseWith("in-item", "ItemTable", { "composer.composerData": list }),
  );
  assert.equal(reading.header.title, "Speed");
  assert.deepEqual(
    all.flatMap((item) => (item.kind === "message" ? [[item.sender ?? item.role, item.text]] : [])),
    [
      ["user", "Why slow?"],
      ["assistant", "```\nlet a = 1;\n```"],
      ["user", "And this?"],
      ["context", "[Marked by the user in /p/c.ts]\n\nlet c;"],
      ["context", "[Code attached to the prompt from a.ts]\n\nlet a;\nlet b;"],
    ],
  );
});

test("read() reads the tabs of the chat before there were composers", async () => {
  const tab = {
    tabId: "t1",
    chatTitle: "Tides",
    lastSendTime: 9,
    bubbles: [
      { id: "1", type: "user", text: "When?", selections: [{ text: "06:12" }] },
      { id: "2", type: "ai", rawText: "At noon", modelType: "gpt-4" },
    ],
  };
  const key = "workbench.panel.aichat.view.aichat.chatdata";
  const file = databaseWith("tabs", "ItemTable", {
    [key]: { tabs: [tab] },
    "aiService.prompts": [],
  });
  fs.writeFileSync(path.join(path.dirname(file), "workspace.json"), '{"folder":"file:///p/tides"}');
  const { session, all, reading } = await itemsAt(file);
  assert.deepEqual([session.id, session.cwd], ["t1", "/p/tides"]);
  assert.deepEqual([reading.header.title, reading.header.model], ["Tides", "gpt-4"]);
  assert.deepEqual(
    all.flatMap((item) => (item.kind === "message" ? [item.text] : [])),
    ["When?", "[Marked by the user]\n\n06:12", "At noon"],
  );
});

test("read() gives prompts that alone were kept, and counts the answers as missing", async () => {
  const prompts = [{ text: "First", commandType: 4 }, { text: "Second" }];
  const { all } = await itemsAt(
    databaseWith("prompts", "ItemTable", { "aiService.prompts": prompts }),
  );
  assert.deepEqual(
    all.map((item) => (item.kind === "message" ? item.text : `${item.kind} ${item.source.type}`)),
    ["opaque prompts", "First", "Second"],
  );
  assert.ok(all.some((item) => item.kind === "opaque" && item.is_unknown === true));
});

test("find() finds chats in the databases of workspaces", async () => {
  const home = fs.mkdtempSync(path.join(scratch, "home-"));
  const folder = path.join(home, ".config", "Cursor", "User", "workspaceStorage", "w1");
  fs.mkdirSync(folder, { recursive: true });
  const conversation = [{ bubbleId: "b1", type: 1, text: "Hello" }];
  const list = { allComposers: [{ composerId: "c9", conversation }] };
  const file = databaseWith("workspace", "ItemTable", { "composer.composerData": list });
  fs.copyFileSync(file, path.join(folder, "state.vscdb"));
  const found = await Array.fromAsync(cursor.find({ home, env: {} } as never));
  assert.deepEqual(
    found.map(({ id }) => id),
    ["c9"],
  );
});
