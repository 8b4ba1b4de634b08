import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { makeScratch } from "../../../test/support/scratch.ts";
import { emptyHeader } from "../../model/transcript.ts";
import kilo from "./kilo.ts";
import opencode from "./opencode.ts";

const TABLES = `
  create table kilo_board (id text);
  create table session (id text, parent_id text, directory text, title text, version text, revert text,
    time_created integer, time_updated integer);
  create table message (id text, session_id text, time_created integer, time_updated integer, data text);
  create table part (id text, message_id text, session_id text, time_created integer,
    time_updated integer, data text);
  insert into session values ('ses_1', null, '/p', 'Tides', '7.7.9', null, 1, 2);
  insert into message values ('msg_1', 'ses_1', 1, 1, '{"role":"user","agent":"code"}');
  insert into part values ('prt_1', 'msg_1', 'ses_1', 1, 1, '{"type":"text","text":"When is high tide?"}');`;

function createDatabase(): { home: string; file: string } {
  const home = makeScratch();
  const folder = path.join(home, ".local/share/kilo");
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "kilo.db");
  const database = new DatabaseSync(file);
  database.exec(TABLES);
  database.close();
  return { home, file };
}

test("find() gives the sessions of Kilo's own database, which opencode does not have", async () => {
  const { home } = createDatabase();
  const found = await Array.fromAsync(kilo.find({ home, env: {} }));
  assert.deepEqual(
    found.map(({ agent, id }) => [agent, id]),
    [["kilo", "ses_1"]],
  );
  const [session] = found;
  assert.ok(session);
  const reading = await kilo.read(await kilo.open(session));
  assert.deepEqual([reading.header.agent, reading.header.agent_version], ["kilo", "7.7.9"]);
  assert.deepEqual(await Array.fromAsync(opencode.find({ home, env: {} })), []);
});

test("recognise() tells the files of Kilo and opencode apart, whatever they are called", async () => {
  const { home, file } = createDatabase();
  const copy = path.join(home, "copy.db");
  fs.copyFileSync(file, copy);
  assert.equal((await kilo.recognise(copy))?.agent, "kilo");
  assert.equal(await opencode.recognise(copy), null);
  for (const [version, owner, other] of [
    ["7.7.9", kilo, opencode],
    ["1.18.33", opencode, kilo],
  ] as const) {
    const document = path.join(home, `${version}.json`);
    fs.writeFileSync(document, JSON.stringify({ info: { id: "ses_2", version }, messages: [] }));
    assert.equal((await owner.recognise(document))?.agent, owner.id);
    assert.equal(await other.recognise(document), null);
  }
});

test("writer.write() names Kilo's version and agent, and register() its commands", async () => {
  const { writer } = kilo;
  assert.ok(writer);
  const home = makeScratch();
  const draft = {
    header: emptyHeader("claude", "s"),
    async *items() {},
    session_id: "ses_3",
    cwd: "/p",
    title: "Tides",
    note: "From Claude Code.",
    now: new Date(0),
    settings: await writer.readSettings({ home, env: {} }),
    loss: () => {},
  };
  const text = (await Array.fromAsync(writer.write(draft))).join("");
  const { info, messages } = JSON.parse(text);
  assert.equal(info.version, kilo.testedVersions.newest);
  assert.equal(messages[0].info.agent, "code");
  const placed = await writer.register(draft, "/d/ses_3.json", { home, env: {} });
  assert.match(placed.notes[0] ?? "", /kilo import/);
  assert.deepEqual(placed.resume, [["kilo", "-s", "ses_3"]]);
});
