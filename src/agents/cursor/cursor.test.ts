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
