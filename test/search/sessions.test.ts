import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { findSessions } from "../../src/sessions/agent-sessions.ts";
import { codeOf, runOperation } from "../support/operations.ts";
import { createMachine, messageLine, type SessionsOutput, sessionId } from "./machine.ts";

test("sessions lists messages and branch, and is right after a change, a replacement, a truncation and a removal", async () => {
  const { write, list, file } = createMachine();
  write(1, messageLine("user", "first", { gitBranch: "main" }) + messageLine("assistant", "yes"));
  const only = async () => {
    const { found, sessions } = await list();
    return [found, ...sessions.map(({ title, messages }) => `${title}: ${messages}`)];
  };
  assert.equal((await list()).sessions[0]?.branch, "main");
  for (const _again of [1, 2]) assert.deepEqual(await only(), [1, "first: 2"]);
  fs.appendFileSync(file(1), messageLine("user", "third"));
  for (const _again of [1, 2]) assert.deepEqual(await only(), [1, "first: 3"]);
  fs.writeFileSync(`${file(1)}.new`, messageLine("user", "other"));
  fs.renameSync(`${file(1)}.new`, file(1));
  for (const _again of [1, 2]) assert.deepEqual(await only(), [1, "other: 1"]);
  const times = fs.statSync(file(1));
  const other = fs.readFileSync(file(1), "utf8").replace("other", "OTHER");
  fs.writeFileSync(file(1), other);
  fs.utimesSync(file(1), times.atime, times.mtime);
  assert.deepEqual(await only(), [1, "OTHER: 1"]);
  fs.truncateSync(file(1), 0);
  assert.deepEqual(await only(), [0]);
  write(2, messageLine("user", "new"));
  fs.rmSync(file(1));
  assert.deepEqual(await only(), [1, "new: 1"]);
});

test("sessions is right over many sessions, whose list is packed, after changes of some of them", async () => {
  const { write, list, search, file, index } = createMachine();
  const many = 600;
  for (let number = 1; number <= many; number++)
    write(number, messageLine("user", `task ${number}`));
  const titles = async () => {
    const { found, sessions } = await list();
    return { found, newest: sessions[0]?.title, messages: sessions[0]?.messages };
  };
  // The second list packs what the first one found, the third reads it.
  for (const _again of [1, 2, 3]) assert.equal((await titles()).found, many);
  const later = (minutes: number) => ({ timestamp: `2026-01-31T08:0${minutes}:00.000Z` });
  fs.appendFileSync(file(7), messageLine("assistant", "zebra", later(1)));
  for (const _again of [1, 2]) {
    assert.deepEqual(await titles(), { found: many, newest: "task 7", messages: 2 });
  }
  assert.equal((await search(["zebra"])).found.length, 1);
  // Who changed what the index knows of all of them has packed the list again.
  using database = new DatabaseSync(index, { readOnly: true });
  const changed = database.prepare("select count(*) as count from changed_sources").get();
  assert.equal(changed?.count, 0);
  fs.rmSync(file(7));
  write(many + 1, messageLine("user", "a new one", later(2)));
  for (const _again of [1, 2]) {
    assert.deepEqual(await titles(), { found: many, newest: "a new one", messages: 1 });
  }
  assert.equal((await search(["zebra"])).found.length, 0);
  assert.equal((await list()).found, many);
});

test("sessions lists the same from its packed list as the agents do, and counts sub-agents nowhere", async () => {
  const { home, write, list, context } = createMachine();
  const folder = (...names: string[]) => {
    const folder = path.join(home, ...names);
    fs.mkdirSync(folder, { recursive: true });
    return (name: string, ...records: object[]) => {
      const file = path.join(folder, name);
      fs.writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
      fs.utimesSync(file, 1.8e9, 1.8e9 + (Number.parseInt(name.slice(-9, -6), 10) % 50)); // Many of one time.
    };
  };
  const pi = folder(".pi", "agent", "sessions", "--p--");
  const codex = folder(".codex", "sessions", "2026");
  const archive = folder(".codex/archived_sessions");
  const each = 180;
  for (let number = 1; number <= each; number++) {
    const [one, two, three] = [number, each + number, 2 * each + number].map(sessionId);
    write(number, messageLine("user", "a task", { cwd: path.join(home, "project") }));
    pi(`${two}.jsonl`, { type: "session", version: 3, id: two, cwd: home });
    const source = { subagent: { thread_spawn: { parent_thread_id: one } } };
    const payload = { id: three, cwd: home, ...(number % 9 === 0 && { source }) };
    (number % 7 === 0 ? archive : codex)(`x-${three}.jsonl`, { type: "session_meta", payload });
  }
  const listed = async () => [await list({ limit: 80 }), await list({ limit: 80, all: false })];
  const known = { find: () => undefined, learn() {} };
  const found = await findSessions(context, null, {
    environment: { ...context.agents, known },
  });
  const wanted = found.map(({ session }) => session.id);
  // The second list packs what the first one found, the third reads it.
  for (const _again of [1, 2, 3]) {
    const [everywhere, here] = await listed();
    assert.equal(everywhere?.found, each * 3 - each / 9);
    assert.deepEqual(
      everywhere?.sessions.map(({ id }) => id),
      wanted.slice(0, 80),
    );
    assert.deepEqual([here?.found, here?.sessions[0]?.number], [each, 1]);
  }
  const archived = (await list({ limit: 600, agent: "codex" })).sessions;
  assert.equal(archived.filter((session) => session.archived).length, 23);
});

test("sessions and search agree when only a part of a session was read again", async () => {
  const { write, list, search, file } = createMachine();
  write(1, messageLine("user", "first"));
  await search(["first"]);
  fs.appendFileSync(file(1), messageLine("assistant", "second"));
  assert.equal((await search(["second"])).updated, 1);
  assert.equal((await list()).sessions[0]?.messages, 2);
});

test("sessions go by their last messages, and by the date of a file only without one", async () => {
  const { write, list, file } = createMachine();
  for (const [number, day] of [2, 3, 1].entries()) {
    write(
      number,
      messageLine("user", `day ${day}`, { timestamp: `2026-02-0${day}T08:00:00.000Z` }),
    );
    fs.utimesSync(file(number), 1_780_000_000 + number, 1_780_000_000 + number);
  }
  write(3, messageLine("user", "before", { timestamp: undefined }));
  fs.utimesSync(file(3), 1_760_000_000, 1_760_000_000);
  // The second list knows the times from the first.
  for (const _again of [1, 2]) {
    const { sessions } = await list();
    assert.deepEqual(
      sessions.map(({ title }) => title),
      ["day 3", "day 2", "day 1", "before"],
    );
    assert.equal(sessions[0]?.modified_at, "2026-02-03T08:00:00.000Z");
  }
});

test("sessions narrows by time", async () => {
  const { context, write } = createMachine();
  const now = new Date(2026, 4, 20, 12);
  const ages = [1, 30, 60];
  for (const [number, hours] of ages.entries()) {
    const timestamp = new Date(now.getTime() - hours * 3_600_000).toISOString();
    write(number, messageLine("user", `${hours} hours ago`, { timestamp }));
  }
  const at = async (more: object) => {
    const there = { ...context, now: () => now };
    const { out } = await runOperation<SessionsOutput>(there, "sessions", { all: true, ...more });
    return out.sessions.map(({ id }) => ages[Number(id.slice(-12))]);
  };
  assert.deepEqual(await at({}), [1, 30, 60]);
  assert.deepEqual(await at({ since: "yesterday" }), [1, 30]);
  assert.deepEqual(await at({ since: "2h" }), [1]);
  assert.deepEqual(await at({ until: "yesterday" }), [60]);
  assert.deepEqual(await at({ until: "2026-05-20", since: "2d" }), [30]);
  assert.deepEqual(await at({ at: "yesterday" }), [30]);
  assert.deepEqual(await at({ at: "2d" }), [60]);
  assert.deepEqual(await at({ at: "3d" }), []);
  assert.equal(await codeOf(at({ at: "last tuesday" })), "E_USAGE");
});

test("sessions and search work where the index cannot be written, and say so", async () => {
  const { home, notes, write, list, search } = createMachine();
  write(1, messageLine("user", "first"));
  fs.writeFileSync(`${home}/.local`, "not a folder"); // Refuses root as well, unlike a mode.
  for (const _again of [1, 2]) assert.equal((await list()).sessions[0]?.messages, 1);
  assert.deepEqual((await search(["first"])).found[0]?.id, sessionId(1));
  assert.equal(notes.length, 3);
});

test("sessions shows nothing that an index of an earlier version kept", async () => {
  const { write, list, index } = createMachine();
  write(1, messageLine("user", "first"));
  for (const _again of [1, 2]) await list();
  {
    using database = new DatabaseSync(index);
    // As the version before wrote it of a session that its agent ended with an answer of its own.
    database.exec("update sources set title = '<synthetic>'; pragma user_version = 8");
  }
  assert.equal((await list()).sessions[0]?.title, "first");
});
