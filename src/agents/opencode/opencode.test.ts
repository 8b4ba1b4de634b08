import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { emptyHeader, type TranscriptItem } from "../../model/transcript.ts";
import type { SessionDraft, SessionSource } from "../agent.ts";
import opencode from "./opencode.ts";
import { opencodeProgram } from "./program.ts";
import { copiedId, idSequence, idShift } from "./write/ids.ts";
import { targetPath } from "./write/place.ts";
import { relocate } from "./write/relocate.ts";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

const TABLES = `
  create table session (id text, parent_id text, directory text, title text, version text, revert text,
    time_created integer, time_updated integer);
  create table message (id text, session_id text, time_created integer, time_updated integer, data text);
  create table part (id text, message_id text, session_id text, time_created integer,
    time_updated integer, data text);`;

interface Message {
  readonly id: string;
  readonly data: object;
  readonly parts: readonly object[];
}

/** A home with a database with sessions. */
function machine(
  sessions: readonly { row: Record<string, string>; messages: readonly Message[] }[],
) {
  const home = fs.mkdtempSync(path.join(scratch, "home-"));
  const folder = path.join(home, ".local/share/opencode");
  fs.mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(path.join(folder, "opencode.db"));
  database.exec(TABLES);
  for (const { row, messages } of sessions) {
    const { id = "", parent_id = null, revert = null } = row;
    database
      .prepare("insert into session values (?, ?, '/p', 'Title', '1.18.18', ?, 1, 2)")
      .run(id, parent_id, revert);
    for (const [at, message] of messages.entries()) {
      database
        .prepare("insert into message values (?, ?, ?, ?, ?)")
        .run(message.id, id, at, at, JSON.stringify(message.data));
      for (const [number, part] of message.parts.entries()) {
        database
          .prepare("insert into part values (?, ?, ?, 1, 1, ?)")
          .run(`${message.id}-${number}`, message.id, id, JSON.stringify(part));
      }
    }
  }
  database.close();
  return { home, env: {} };
}

async function readFirst(places: ReturnType<typeof machine>, id: string) {
  for await (const session of opencode.find(places)) {
    if (session.id !== id) continue;
    const reading = await opencode.read(await opencode.open(session));
    const items = await Array.fromAsync(reading.items());
    return { session, reading, all: items.filter(({ source }) => source.type !== "session") };
  }
  throw new Error("not found");
}

function kinds(items: readonly TranscriptItem[]): string[] {
  return items.filter(({ kind }) => kind !== "opaque").map(({ kind }) => kind);
}

const asked = { id: "m1", data: { role: "user" }, parts: [{ type: "text", text: "go" }] };

test("read() tells a message's calls before their results, and its tokens once", async () => {
  const tool = (callID: string, state: object) => ({ type: "tool", callID, tool: "bash", state });
  const places = machine([
    {
      row: { id: "ses_1" },
      messages: [
        asked,
        {
          id: "m2",
          data: { role: "assistant", modelID: "m", tokens: { input: 1, output: 2, reasoning: 3 } },
          parts: [
            tool("a", { status: "completed", input: {}, output: "1", metadata: { exit: 3 } }),
            tool("b", { status: "error", input: {}, error: "2" }),
            tool("c", { status: "running", input: {} }),
            { type: "step-finish", tokens: { input: 1, output: 2 } },
          ],
        },
      ],
    },
  ]);
  const { all, reading } = await readFirst(places, "ses_1");
  const calls = ["tool_call", "tool_call", "tool_call", "tool_result", "tool_result"];
  assert.deepEqual(kinds(all), ["message", ...calls, "usage"]);
  const results = all.flatMap((item) => (item.kind === "tool_result" ? [item.ok] : []));
  assert.deepEqual(results, [false, false]);
  assert.equal(reading.accounting.records, 8);
  const usage = all.find(({ kind }) => kind === "usage");
  assert.equal(usage?.kind === "usage" ? usage.output : 0, 5);
});

test("read() pairs each call with its own result where a redacted log gives all of them one id", async () => {
  const tool = (state: object) => ({ type: "tool", callID: "REDACTED", tool: "bash", state });
  const places = machine([
    {
      row: { id: "ses_1" },
      messages: [
        asked,
        {
          id: "m2",
          data: { role: "assistant" },
          parts: [
            tool({ status: "running", input: { command: "1" } }),
            tool({ status: "completed", input: { command: "2" }, output: "2" }),
            tool({ status: "completed", input: { command: "3" }, output: "3" }),
          ],
        },
      ],
    },
  ]);
  const { all } = await readFirst(places, "ses_1");
  const inputs = new Map(
    all.flatMap((item) => (item.kind === "tool_call" ? [[item.call_id, item.arguments]] : [])),
  );
  const pairs = all.flatMap((item) =>
    item.kind === "tool_result" ? [[inputs.get(item.call_id), item.content]] : [],
  );
  assert.equal(inputs.size, 3);
  assert.deepEqual(pairs, [
    [{ command: "2" }, "2"],
    [{ command: "3" }, "3"],
  ]);
});

test("read() tells a command's prompt for a sub-agent from one that the user gave", async () => {
  const part = (prompt: string, more = {}) => ({
    type: "subtask",
    agent: "build",
    prompt,
    ...more,
  });
  const parts = [part("Review the orchard.", { command: "review" }), part("count the trees")];
  const places = machine([
    { row: { id: "ses_1" }, messages: [{ id: "m1", data: { role: "user" }, parts }] },
  ]);
  const { all } = await readFirst(places, "ses_1");
  assert.deepEqual(
    all.flatMap((item) => (item.kind === "message" ? [[item.text, item.sender]] : [])),
    [
      ["Review the orchard.", "prompt"],
      ["count the trees", undefined],
    ],
  );
});

test("read() makes a compaction of a summary, keeping what its part names", async () => {
  const places = machine([
    {
      row: { id: "ses_1" },
      messages: [
        asked,
        { id: "m2", data: { role: "user" }, parts: [{ type: "text", text: "tail" }] },
        {
          id: "m3",
          data: { role: "user" },
          parts: [{ type: "compaction", auto: true, tail_start_id: "m2" }],
        },
        {
          id: "m4",
          data: { role: "assistant", parentID: "m3", summary: true, finish: "stop" },
          parts: [{ type: "text", text: "SUM" }],
        },
      ],
    },
  ]);
  const { all } = await readFirst(places, "ses_1");
  const compaction = all.find(({ kind }) => kind === "compaction");
  assert.ok(compaction?.kind === "compaction");
  assert.deepEqual(compaction.kept, ["m2-0"]);
  assert.equal(compaction.trigger, "auto");
  assert.equal(compaction.summary, "SUM");
});

test("read() tells what was taken back as a path that was left, and sub-agents after it", async () => {
  const child = { row: { id: "ses_2", parent_id: "ses_1" }, messages: [{ ...asked, id: "m9" }] };
  const revert = JSON.stringify({ messageID: "m2" });
  const back = { id: "m2", data: { role: "user" }, parts: [{ type: "text", text: "no" }] };
  const places = machine([{ row: { id: "ses_1", revert }, messages: [asked, back] }, child]);
  const { all } = await readFirst(places, "ses_1");
  assert.deepEqual(
    all.map(({ kind, branch, thread }) => [kind, branch, thread]),
    [
      ["message", null, null],
      ["branch", "left-m2", null],
      ["message", "left-m2", null],
      ["message", null, "ses_2"],
    ],
  );
});

test("read() loses a row whose JSON is damaged, and reads the others", async () => {
  const places = machine([{ row: { id: "ses_1" }, messages: [asked] }]);
  const file = path.join(places.home, ".local/share/opencode/opencode.db");
  const database = new DatabaseSync(file);
  database.exec("insert into part values ('m1-9', 'm1', 'ses_1', 1, 1, '{')");
  database.close();
  const { reading, all } = await readFirst(places, "ses_1");
  assert.equal(reading.accounting.lost, 1);
  assert.deepEqual(kinds(all), ["message"]);
});

test("find() finds the trees of earlier versions", async () => {
  const home = fs.mkdtempSync(path.join(scratch, "home-"));
  const storage = path.join(home, ".local/share/opencode/storage");
  const write = (name: string, value: object) => {
    fs.mkdirSync(path.dirname(path.join(storage, name)), { recursive: true });
    fs.writeFileSync(path.join(storage, name), JSON.stringify(value, null, 2));
  };
  write("session/p1/ses_9.json", { id: "ses_9", directory: "/p", title: "Old", version: "1.0.1" });
  write("message/ses_9/m1.json", { id: "m1", role: "user", time: { created: 1 } });
  write("part/m1/p1.json", { id: "p1", type: "text", text: "go" });
  const { all, session } = await readFirst({ home, env: {} }, "ses_9");
  assert.equal(session.cwd, "/p");
  assert.deepEqual(kinds(all), ["message"]);
});

test("settle() names the import when opencode is not there", async () => {
  const draft = {
    header: (await readFirst(machine([{ row: { id: "ses_1" }, messages: [asked] }]), "ses_1"))
      .reading.header,
    async *items() {},
    session_id: "ses_x",
    cwd: "/home/rosa/my orchard",
    title: "t",
    note: "",
    now: new Date(0),
    settings: {},
    loss: () => {},
  };
  const placed = await opencode.writer?.register(draft, "/d/ses_x.json", {
    home: scratch,
    env: {},
  });
  assert.match(placed?.notes[0] ?? "", /cd '\/home\/rosa\/my orchard' && opencode import/);
  assert.deepEqual(placed?.resume, [["opencode", "-s", "ses_x"]]);
});

test("find() gives what can be read and then refuses a database that cannot", async () => {
  const places = machine([{ row: { id: "ses_1" }, messages: [asked] }]);
  const folder = path.join(places.home, ".local/share/opencode");
  fs.writeFileSync(path.join(folder, "opencode-dev.db"), Buffer.alloc(8192, "no database"));
  const ids: string[] = [];
  await assert.rejects(
    async () => {
      for await (const { id } of opencode.find(places)) ids.push(id);
    },
    { code: "E_FORMAT" },
  );
  assert.deepEqual(ids, ["ses_1"]);
});

test("target() refuses a database that is none or has an unknown layout, and takes an empty one", async () => {
  const draft = { session_id: "ses_new" };
  const places = machine([]);
  const file = path.join(places.home, ".local/share/opencode/opencode.db");
  assert.ok((await targetPath(opencodeProgram, draft, places)).endsWith("ses_new.json"));
  const database = new DatabaseSync(file);
  database.exec("alter table part rename column data to content");
  database.close();
  await assert.rejects(targetPath(opencodeProgram, draft, places), { code: "E_VERSION" });
  fs.writeFileSync(file, Buffer.alloc(8192, "no database"));
  await assert.rejects(targetPath(opencodeProgram, draft, places), { code: "E_FORMAT" });
  fs.writeFileSync(file, "");
  assert.ok((await targetPath(opencodeProgram, draft, places)).endsWith("ses_new.json"));
});

test("read() gives the content of a mentioned file, which the program adds to the prompt", async () => {
  const content = "<path>/p/notes.txt</path>\n<content>\n1: 06:12 1.42 m\n</content>";
  const parts = [
    { type: "text", synthetic: true, text: 'Called the Read tool: {"filePath":"/p/notes.txt"}' },
    { type: "text", synthetic: true, text: content },
    { type: "file", mime: "text/plain", filename: "notes.txt", url: "file:///p/notes.txt" },
    { type: "text", text: "What is in @notes.txt?" },
  ];
  const places = machine([
    { row: { id: "ses_1" }, messages: [{ id: "m1", data: { role: "user" }, parts }] },
  ]);
  const { all, reading } = await readFirst(places, "ses_1");
  const texts = all.flatMap((item) =>
    item.kind === "message" ? [[item.sender ?? item.role, item.text, item.attachments.length]] : [],
  );
  assert.deepEqual(texts, [
    ["context", 'Called the Read tool: {"filePath":"/p/notes.txt"}', 0],
    ["context", content, 0],
    ["user", "What is in @notes.txt?", 0],
  ]);
  assert.equal(reading.header.title, "Title");
  assert.ok(!all.some((item) => item.kind === "opaque" && item.is_unknown === true));
});

test("read() counts a part of a kind that nobody knows as unknown", async () => {
  const parts = [
    { type: "text", text: "go" },
    { type: "hologram", text: "seen by the model" },
  ];
  const places = machine([
    { row: { id: "ses_1" }, messages: [{ id: "m1", data: { role: "user" }, parts }] },
  ]);
  const { all } = await readFirst(places, "ses_1");
  const unknown = all.filter((item) => item.kind === "opaque" && item.is_unknown === true);
  assert.deepEqual(
    unknown.map(({ source }) => source.type),
    ["part/hologram"],
  );
});

// The time part of ids begins again at 0 on 2026-08-14T11:19:55.136Z.
const BEFORE = new Date("2026-08-01T12:00:00Z");
const NOW = new Date("2026-11-19T04:00:00Z");

test("idSequence() gives ascending ids below those of the minutes after the handoff", () => {
  for (const now of [BEFORE, NOW, new Date("2026-08-14T11:20:00Z")]) {
    const { next } = idSequence("ses_1", now);
    const ids = [next("msg"), next("prt"), next("msg")].map((id) => id.slice(4));
    assert.deepEqual(ids, [...ids].sort());
    const later = (BigInt(now.getTime() + 1) * 4096n) & 0xffffffffffffn;
    assert.ok((ids.at(-1) ?? "") < later.toString(16).padStart(12, "0"));
  }
});

test("copiedId() keeps the order of ids, below those of today of before the time began again", () => {
  const ids = ["msg_fbd320000001aaaaaaaaaaaaaa", "prt_fbd320000002aaaaaaaaaaaaaa"];
  const kept = ids.map((id) => copiedId(id, "ses_2"));
  assert.deepEqual(
    kept.map((id) => id.slice(0, 16)),
    ids.map((id) => id.slice(0, 16)),
  );
  const shift = idShift(BEFORE.getTime(), NOW);
  const moved = ids.map((id) => copiedId(id, "ses_2", shift).slice(4));
  const today = ((BigInt(NOW.getTime()) * 4096n) & 0xffffffffffffn).toString(16).padStart(12, "0");
  assert.deepEqual(moved, [...moved].sort());
  assert.ok((moved.at(-1) ?? "") < today);
  assert.equal(idShift(NOW.getTime() - 1000, NOW), 0n);
  assert.equal(idShift("damaged", NOW), 0n);
});

const DAMAGED_ROWS = [
  '{"type":"session","id":"ses_1","data":{"id":"ses_1"}}',
  "{ damaged",
  '{"type":"part","id":"prt_1","message_id":"msg_1","data":{"type":"of another version"}}',
];

test("relocate() names a row by its line, also after a damaged one", async () => {
  const places: string[] = [];
  const session = { agent: "opencode", id: "ses_1", parent_id: null } as SessionSource["session"];
  const text = `${DAMAGED_ROWS.join("\n")}\n`;
  async function* read() {
    yield Buffer.from(text);
  }
  const file = { path: "ses_1", read } as unknown as SessionSource["files"][number];
  const draft = {
    header: emptyHeader("opencode", "ses_1"),
    session_id: "ses_2",
    cwd: "/p",
    title: "Tides",
    now: new Date(0),
    settings: {},
    carriedSettings: "none",
    loss: ({ where }: { where: string }) => void places.push(where),
  } as unknown as SessionDraft;
  await Array.fromAsync(relocate({ session, files: [file] } as unknown as SessionSource, draft));
  assert.deepEqual(places, ["ses_1:3"]);
});
