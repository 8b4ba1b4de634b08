import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import type { TranscriptItem } from "../../model/transcript.ts";
import opencode from "./opencode.ts";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

const RECORDED = fs.readFileSync(
  path.join(import.meta.dirname, "../../../test/fixtures/opencode-2/preview.sql"),
  "utf8",
);
const RECORDED_ID = "ses_e13407f1bffeXZufJMyfpkEjVN";

const VERSION_1 = `
  create table session (id text, parent_id text, directory text, title text, version text, revert text,
    time_created integer, time_updated integer);
  create table message (id text, session_id text, time_created integer, time_updated integer, data text);
  create table part (id text, message_id text, session_id text, time_created integer,
    time_updated integer, data text);`;
const VERSION_2 = `
  create table session_v2 (id text primary key, parent_id text, directory text not null, title text,
    version text not null, revert text, agent text, model text, time_created integer, time_updated integer);
  create table session_message (id text primary key, session_id text, type text, seq integer,
    time_created integer, time_updated integer, data text);`;

/** A home whose database was built by statements. */
function machine(...statements: readonly string[]) {
  const home = fs.mkdtempSync(path.join(scratch, "home-"));
  const folder = path.join(home, ".local/share/opencode");
  fs.mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(path.join(folder, "opencode.db"));
  for (const statement of statements) database.exec(statement);
  database.close();
  return { home, env: {}, folder };
}

function session2(id: string, time: number): string {
  return `insert into session_v2 values ('${id}', null, '/p', null, '2.0.3', null, 'build',
    '{"id":"m","providerID":"mock"}', ${time}, ${time});`;
}

function message2(session: string, seq: number, type: string, data: object): string {
  const text = JSON.stringify({ time: { created: seq }, ...data }).replaceAll("'", "''");
  return `insert into session_message values ('msg_${session}_${seq}', '${session}', '${type}', ${seq}, ${seq}, ${seq}, '${text}');`;
}

function session1(id: string, time: number, text: string): string {
  const part = JSON.stringify({ type: "text", text });
  return `insert into session values ('${id}', null, '/p', 'Old', '1.18.18', null, ${time}, ${time});
    insert into message values ('m-${id}', '${id}', ${time}, ${time}, '{"role":"user"}');
    insert into part values ('p-${id}', 'm-${id}', '${id}', ${time}, ${time}, '${part}');`;
}

async function readSession(places: ReturnType<typeof machine>, id: string) {
  for await (const session of opencode.find(places)) {
    if (session.id !== id) continue;
    const reading = await opencode.read(await opencode.open(session));
    const items = await Array.fromAsync(reading.items());
    return { session, reading, items };
  }
  throw new Error("not found");
}

function describe(item: TranscriptItem): string[] {
  const left = item.branch === null ? "" : " (left)";
  switch (item.kind) {
    case "message":
      return [`${item.sender ?? item.role}: ${item.text}${left}`];
    case "reasoning":
      return [`thinks: ${item.text}`];
    case "tool_call":
      return [`call ${item.call_id} ${item.name} ${JSON.stringify(item.arguments)}`];
    case "tool_result":
      return [`result ${item.call_id} ${item.ok ? "ok" : "failed"} ${item.content}`];
    case "compaction":
      return [`compaction ${item.trigger}: ${item.summary}`];
    case "file_change":
      return [`${item.change} ${item.path}`];
    default:
      return [];
  }
}

const CONVERSATION = [
  "user: Count the tides of today",
  "user: And high water?",
  "thinks: Look first.",
  "assistant: I look.",
  'call call_1 bash {"command":"echo ebb; exit 3","description":"Show the ebb"}',
  'call call_2 read {"path":"missing.txt"}',
  "result call_1 failed ebb\n\nCommand exited with code 3.",
  "result call_2 failed Unable to read missing.txt",
  'call call_3 write {"path":"tides.txt","content":"low 6:12\\n"}',
  "result call_3 ok Created file successfully: tides.txt",
  "add tides.txt",
  "assistant: Low water is at 6:12.",
  "user: Never mind this (left)",
  "assistant: ## Goal\nKnow the tides. Low water is at 6:12. (left)",
];

test("read() reads a session that the preview of OpenCode 2 wrote, and one of the released tables", async () => {
  const released = "alter table session rename to session_v2; drop table message; drop table part;";
  for (const places of [machine(RECORDED), machine(RECORDED, released)]) {
    const { items, reading } = await readSession(places, RECORDED_ID);
    assert.deepEqual(items.flatMap(describe), CONVERSATION);
    assert.equal(reading.header.model, "m");
    assert.equal(reading.header.cwd, "/home/rosa/tides");
    const unknown = items.filter((item) => item.kind === "opaque" && item.is_unknown === true);
    assert.deepEqual(unknown, []);
    assert.equal(reading.accounting.lost, 0);
  }
});

test("find() lists sessions of both versions, and read() takes the one written last", async () => {
  const places = machine(
    VERSION_1,
    VERSION_2,
    session1("ses_old", 5, "only in version 1"),
    session1("ses_both", 3, "before the change to version 2"),
    session2("ses_both", 9),
    message2("ses_both", 3, "user", { text: "before the change to version 2" }),
    message2("ses_both", 9, "user", { text: "after it" }),
    session1("ses_back", 8, "continued in version 1"),
    session2("ses_back", 4),
    message2("ses_back", 4, "user", { text: "taken over" }),
    session2("ses_new", 7),
    message2("ses_new", 1, "user", { text: "only in version 2" }),
  );
  const found = await Array.fromAsync(opencode.find(places));
  assert.deepEqual(
    found.map(({ id, modified_ms }) => [id, modified_ms]),
    [
      ["ses_both", 9],
      ["ses_back", 8],
      ["ses_new", 7],
      ["ses_old", 5],
    ],
  );
  const textsOf = async (id: string) => (await readSession(places, id)).items.flatMap(describe);
  assert.deepEqual(await textsOf("ses_both"), [
    "user: before the change to version 2",
    "user: after it",
  ]);
  assert.deepEqual(await textsOf("ses_back"), ["user: continued in version 1"]);
  assert.deepEqual(await textsOf("ses_new"), ["user: only in version 2"]);
  assert.deepEqual(await textsOf("ses_old"), ["user: only in version 1"]);
});

test("read() knows every kind of message of OpenCode 2, and reports one that it does not", async () => {
  const file = Buffer.from("low 6:12").toString("base64");
  const image = { mime: "image/png", data: "AAAA", source: { type: "inline" }, name: "map.png" };
  const places = machine(
    VERSION_2,
    session2("ses_1", 20),
    message2("ses_1", 1, "user", {
      text: "Look",
      files: [
        { mime: "text/plain", data: file, source: { type: "uri", uri: "file:///t.txt" } },
        image,
      ],
      skills: [{ id: "s", name: "s", text: "A skill" }],
    }),
    message2("ses_1", 2, "shell", {
      shellID: "sh_1",
      command: "date",
      status: "exited",
      exit: 1,
      output: { output: "no date" },
    }),
    message2("ses_1", 3, "synthetic", { text: "Added" }),
    message2("ses_1", 4, "compaction", {
      status: "completed",
      reason: "auto",
      summary: "All so far",
      recent: "The last words",
    }),
    message2("ses_1", 5, "compaction", { status: "failed", reason: "auto", error: {} }),
    message2("ses_1", 6, "model-switched", { model: { id: "n", providerID: "mock" } }),
    message2("ses_1", 7, "assistant", {
      agent: "build",
      model: { id: "n", providerID: "mock" },
      content: [
        {
          type: "tool",
          id: "c",
          name: "shell",
          state: { status: "streaming", input: '{"command":"l' },
        },
        { type: "hologram" },
      ],
      error: { type: "provider", message: "too many", status: 429 },
    }),
    message2("ses_1", 8, "telepathy", { text: "seen by the model" }),
    message2("ses_1", 9, "idle", {}),
    "insert into session_message values ('msg_bad', 'ses_1', 'user', 10, 10, 10, '{\"text\":');",
  );
  const { items, reading } = await readSession(places, "ses_1");
  assert.deepEqual(items.flatMap(describe), [
    "context: A skill",
    "user: Look",
    "context: Attached: file:///t.txt\n\nlow 6:12",
    "context: (The user ran this command.)",
    'call sh_1 shell {"command":"date"}',
    "result sh_1 failed no date",
    "context: Added",
    "compaction auto: All so far\nThe last words",
    "call c shell {}",
  ]);
  const attached = items.flatMap((item) => (item.kind === "message" ? item.attachments : []));
  assert.deepEqual(attached, [{ media_type: "image/png", base64: "AAAA", uri: null }]);
  const errors = items.flatMap((item) => (item.kind === "error" ? [item.text] : []));
  assert.deepEqual(errors, ["429 too many"]);
  const unknown = items.filter((item) => item.kind === "opaque" && item.is_unknown === true);
  const types = unknown.map(({ source }) => source.type);
  assert.deepEqual(types, ["part/hologram", "session_message/telepathy"]);
  assert.equal(reading.accounting.lost, 1);
});

test("read() takes an exported document of OpenCode 2", async () => {
  const document = {
    info: { id: "ses_2", projectID: "global", location: { directory: "/home/rosa/tides" } },
    messages: [
      { id: "msg_1", type: "user", time: { created: 1 }, text: "Look" },
      {
        id: "msg_2",
        type: "assistant",
        time: { created: 2 },
        model: { id: "m", providerID: "mock" },
        content: [{ type: "text", text: "Seen" }],
      },
    ],
  };
  const file = path.join(scratch, "export.json");
  fs.writeFileSync(file, JSON.stringify(document));
  const session = await opencode.recognise(file);
  assert.ok(session);
  assert.deepEqual([session.id, session.cwd], ["ses_2", "/home/rosa/tides"]);
  const reading = await opencode.read(await opencode.open(session));
  const items = await Array.fromAsync(reading.items());
  assert.deepEqual(items.flatMap(describe), ["user: Look", "assistant: Seen"]);
  assert.equal(reading.header.cwd, "/home/rosa/tides");
});

test("find() reads a table of messages that are not numbered", async () => {
  const places = machine(
    VERSION_1,
    "create table session_message (id text, session_id text, type text, time_created integer, time_updated integer, data text);",
    session1("ses_1", 3, "go"),
  );
  const { items } = await readSession(places, "ses_1");
  assert.deepEqual(items.flatMap(describe), ["user: go"]);
});

test("find() leaves nothing beside the database, and reads rows that are only in its log", async () => {
  const places = machine("pragma journal_mode = wal;", VERSION_1, session1("ses_1", 3, "go"));
  const own = () => fs.readdirSync(places.folder).toSorted();
  assert.deepEqual(own(), ["opencode.db"]);
  await readSession(places, "ses_1");
  assert.deepEqual(own(), ["opencode.db"]);
  // A program that ended without closing its database leaves the log.
  const source = path.join(places.folder, "opencode.db");
  const writer = new DatabaseSync(source);
  writer.exec(session1("ses_2", 4, "in the log"));
  const copy = machine();
  for (const end of ["", "-wal"]) {
    fs.copyFileSync(`${source}${end}`, path.join(copy.folder, `opencode.db${end}`));
  }
  writer.close();
  const { items } = await readSession(copy, "ses_2");
  assert.deepEqual(items.flatMap(describe), ["user: in the log"]);
  assert.deepEqual(fs.readdirSync(copy.folder).toSorted(), ["opencode.db", "opencode.db-wal"]);
});

test("find() says that a database needs its log", async () => {
  const places = machine("pragma journal_mode = wal;");
  const source = path.join(places.folder, "opencode.db");
  const writer = new DatabaseSync(source);
  writer.exec(VERSION_1);
  const copy = machine();
  fs.copyFileSync(source, path.join(copy.folder, "opencode.db"));
  writer.close();
  await assert.rejects(Array.fromAsync(opencode.find(copy)), /opencode\.db-wal" is missing/);
  fs.mkdirSync(path.join(copy.folder, "opencode.db-wal"));
  await assert.rejects(Array.fromAsync(opencode.find(copy)), /-wal", which cannot be read/);
});

test("write() forms a document for OpenCode 2 where only its tables are, and reads the same from it", async () => {
  const places = machine(VERSION_2, session2("ses_1", 1));
  assert(opencode.writer);
  const settings = await opencode.writer.readSettings(places);
  assert.equal(settings.version, "2");
  const recorded = machine(RECORDED);
  const { items, reading } = await readSession(recorded, RECORDED_ID);
  const inForce = items.filter(({ branch }) => branch === null);
  const draft = {
    header: reading.header,
    async *items() {
      yield* inForce;
    },
    session_id: "ses_2",
    cwd: "/p",
    title: "Tides",
    note: "A note",
    now: new Date(5),
    settings,
    loss: () => {},
  };
  const text = (await Array.fromAsync(opencode.writer.write(draft))).join("");
  const { messages, info } = JSON.parse(text);
  assert.equal(info.location.directory, "/p");
  const types = new Set(messages.map(({ type }: { type: string }) => type));
  assert.deepEqual([...types].sort(), ["assistant", "synthetic", "user"]);
  const file = path.join(scratch, "written.json");
  fs.writeFileSync(file, text);
  const session = await opencode.recognise(file);
  assert(session);
  const again = await opencode.read(await opencode.open(session));
  const isCompared = (line: string) => !/^(?:thinks|add|update|context)/.test(line);
  const before = inForce.flatMap(describe).filter(isCompared);
  const after = (await Array.fromAsync(again.items())).flatMap(describe).filter(isCompared);
  assert.deepEqual(after, before);
});
