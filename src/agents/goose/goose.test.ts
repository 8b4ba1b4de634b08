import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { makeScratch } from "../../../test/support/scratch.ts";
import { HoldallError } from "../../base/errors.ts";
import goose from "./goose.ts";

const TABLES = `
  create table sessions (id text primary key, name text, user_set_name boolean, session_type text,
    working_dir text, created_at timestamp, updated_at timestamp, extension_data text,
    accumulated_input_tokens integer, accumulated_output_tokens integer, model_config_json text,
    goose_mode text, archived_at timestamp);
  create table messages (id integer primary key, message_id text, session_id text, role text,
    content_json text, created_timestamp integer, metadata_json text);`;

type Message = readonly [role: string, content: unknown, metadata?: object];

const SENT = { userVisible: true, agentVisible: true };
const LEFT = { userVisible: true, agentVisible: false };
const HIDDEN = { userVisible: false, agentVisible: true };
const text = (content: string) => [{ type: "text", text: content }];

/** A home with sessions of Goose: the name of each, its type and its messages. */
function createStore(sessions: Readonly<Record<string, readonly [string, readonly Message[]]>>) {
  const home = makeScratch();
  const file = path.join(home, ".local/share/goose/sessions/sessions.db");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(TABLES);
  for (const [id, [type, messages]] of Object.entries(sessions)) {
    database
      .prepare("insert into sessions values (?, ?, 0, ?, '/p', ?, ?, '{}', 7, 3, ?, 'auto', null)")
      .run(id, id, type, "2026-01-31 08:00:00", "2026-01-31 09:00:00", '{"model_name":"m"}');
    for (const [role, content, metadata = SENT] of messages) {
      database
        .prepare("insert into messages values (null, 'same', ?, ?, ?, 1769846400, ?)")
        .run(id, role, JSON.stringify(content), JSON.stringify(metadata));
    }
  }
  database.close();
  return { home, file };
}

async function readMessages(messages: readonly Message[]) {
  const { home } = createStore({ "20260131_1": ["user", messages] });
  const [session] = await Array.fromAsync(goose.find({ home, env: {} }));
  assert.ok(session);
  const reading = await goose.read(await goose.open(session));
  return { ...reading, all: await Array.fromAsync(reading.items()) };
}

test("read() accounts for every row, several of one answer among them", async () => {
  const call = { name: "shell", arguments: { command: "ls" } };
  const value = { content: text("files"), isError: true };
  const { all, accounting, findings, header } = await readMessages([
    ["user", text("Look.")],
    ["assistant", [{ type: "thinking", thinking: "hm", signature: "" }, ...text("I look.")]],
    ["assistant", [{ type: "toolRequest", id: "c", toolCall: { status: "success", value: call } }]],
    ["user", [{ type: "toolResponse", id: "c", toolResult: { status: "success", value } }]],
    ["assistant", [{ type: "systemNotification", msg: "Compacting" }]],
  ]);
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ["usage", "message", "reasoning", "message", "tool_call", "tool_result", "opaque"],
  );
  assert.deepEqual([accounting.records, accounting.lost], [6, 0]);
  assert.deepEqual(findings, []);
  assert.deepEqual(all.find(({ kind }) => kind === "tool_result")?.["ok" as never], false);
  assert.deepEqual(
    [header.cwd, header.model, header.started_at],
    ["/p", "m", "2026-01-31T08:00:00Z"],
  );
});

test("read() reads results as early versions have them: a list of parts without an error mark", async () => {
  const toolResult = { status: "success", value: [...text("one"), ...text("two")] };
  const { all } = await readMessages([["user", [{ type: "toolResponse", id: "c", toolResult }]]]);
  const [, result] = all;
  assert.ok(result?.kind === "tool_result");
  assert.deepEqual([result.ok, result.content], [true, "one two"]);
});

test("read() takes the arguments of a call that are no object, as Goose does", async () => {
  const value = { name: "shell", arguments: ["ls", "-l"] };
  const toolCall = { status: "success", value };
  const { all } = await readMessages([["assistant", [{ type: "toolRequest", id: "c", toolCall }]]]);
  const [, call] = all;
  assert.ok(call?.kind === "tool_call");
  assert.deepEqual(call.arguments, { value: ["ls", "-l"] });
});

test("read() takes the first message that the model sees for a summary, if the user does not", async () => {
  const { all } = await readMessages([
    ["user", text("One."), LEFT],
    ["assistant", text("Two."), LEFT],
    ["user", text("A summary."), HIDDEN],
    ["assistant", text("Your context was compacted."), HIDDEN],
    ["user", text("Three.")],
  ]);
  const [, one, two, summary, reminder, three] = all;
  assert.deepEqual([one?.kind, two?.kind, reminder?.kind], ["message", "message", "injected"]);
  assert.ok(summary?.kind === "compaction" && summary.summary === "A summary.");
  assert.ok(three?.kind === "message" && three.sender === undefined);
});

test("read() leaves out what a summary of single calls replaced, and keeps that summary", async () => {
  const { all } = await readMessages([
    ["user", text("One.")],
    ["assistant", [{ type: "toolRequest", id: "c", toolCall: {} }], LEFT],
    ["user", text("It listed the files."), HIDDEN],
  ]);
  const [, , call, summary] = all;
  assert.deepEqual([call?.kind, call && "is_unknown" in call], ["opaque", false]);
  assert.ok(summary?.kind === "message" && summary.sender === "context");
});

test("open() finds sub-agents by the result that names them, if they are sub-agents", async () => {
  const named = (id: string) => ({ content: [], _meta: { subagent_session_id: id } });
  const result = (id: string) => [
    { type: "toolResponse", id, toolResult: { status: "success", value: named(id) } },
  ];
  const { home } = createStore({
    "20260131_1": [
      "user",
      [
        ["user", result("20260131_2")],
        ["user", result("20260131_3")],
      ],
    ],
    "20260131_2": ["sub_agent", [["user", text("Count.")]]],
    "20260131_3": ["user", [["user", text("Another session.")]]],
  });
  const found = await Array.fromAsync(goose.find({ home, env: {} }));
  const parents = Object.fromEntries(found.map(({ id, parent_id }) => [id, parent_id]));
  assert.deepEqual(parents, { "20260131_1": null, "20260131_2": "20260131_1", "20260131_3": null });
  const main = found.find(({ id }) => id === "20260131_1");
  assert.ok(main);
  const { files } = await goose.open(main);
  assert.deepEqual(
    files.map(({ path: name }) => name),
    ["20260131_1", "20260131_2"],
  );
});

test("a row that is no JSON is a damaged record, and the others are read", async () => {
  const { home, file } = createStore({ "20260131_1": ["user", [["user", text("One.")]]] });
  const database = new DatabaseSync(file);
  database.exec(`insert into messages values (9, 'x', '20260131_1', 'user', '[{"type', 2000000000, '{}');
    insert into messages values (10, 'y', '20260131_1', 'user', '[]},{"type":"session"}', 2000000001, 'null')`);
  database.close();
  const [session] = await Array.fromAsync(goose.find({ home, env: {} }));
  assert.ok(session);
  const { accounting, findings } = await goose.read(await goose.open(session));
  assert.deepEqual([accounting.transcript, accounting.lost], [2, 2]);
  assert.equal(findings.length, 2);
});

test("find() leaves nothing beside the database, and refuses a layout that it does not know", async () => {
  const { home, file } = createStore({ "20260131_1": ["user", []] });
  await Array.fromAsync(goose.find({ home, env: {} }));
  assert.deepEqual(fs.readdirSync(path.dirname(file)), ["sessions.db"]);
  const database = new DatabaseSync(file);
  database.exec("alter table messages rename column metadata_json to visibility");
  database.close();
  await assert.rejects(
    Array.fromAsync(goose.find({ home, env: {} })),
    (error) => error instanceof HoldallError && error.code === "E_VERSION",
  );
  assert.equal(await goose.recognise(file), null);
});
