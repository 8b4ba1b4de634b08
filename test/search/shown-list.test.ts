import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { keepShownList, readShownList } from "../../src/sessions/shown-list.ts";
import { runOperation } from "../support/operations.ts";
import { createMachine, messageLine, type SessionsOutput, sessionId } from "./machine.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sessions of Claude Code and one of Codex in a folder, which a person lists at a terminal. */
function createTerminal() {
  const { cwd, write, file, home, notes, context } = createMachine();
  const now = Date.UTC(2026, 1, 1);
  const add = (number: number, title: string) => {
    write(number, messageLine("user", title, { cwd }));
    const time = new Date(now - DAY_MS + number * 1000);
    fs.utimesSync(file(number), time, time);
  };
  add(1, "Fix the cache");
  add(2, "Fix the login");
  const codex = path.join(home, ".codex/sessions/2026");
  fs.mkdirSync(codex, { recursive: true });
  const payload = { id: sessionId(9), cwd };
  const other = path.join(codex, `rollout-${sessionId(9)}.jsonl`);
  fs.writeFileSync(other, `${JSON.stringify({ type: "session_meta", payload })}\n`);
  fs.utimesSync(other, new Date(now), new Date(now));
  const at = (later = 0, folder = cwd) =>
    ({ ...context, cwd: folder, keepsLists: true, now: () => new Date(now + later) }) as const;
  const list = async (more = {}, { later = 0, folder = cwd } = {}) =>
    (await runOperation<SessionsOutput>(at(later, folder), "sessions", more)).out.sessions;
  const show = async (what: string, { later = 0, folder = cwd } = {}) =>
    (await runOperation<{ id: string }>(at(later, folder), "show", { what })).out.id;
  const lists = path.join(home, ".local/state/holdall/shown-lists.json");
  return { cwd, home, add, file, notes, context, list, show, lists };
}

test("a number means an entry of the list that was last shown, also after newer sessions", async () => {
  const { list, show, add, notes } = createTerminal();
  const listed = await list({ agent: "claude" });
  assert.deepEqual(
    listed.map(({ number, id }) => [number, id]),
    [
      [1, sessionId(2)],
      [2, sessionId(1)],
    ],
  );
  add(3, "A newer one");
  assert.equal(await show("2"), sessionId(1));
  assert.match(notes.at(-1) ?? "", /^Picked claude 00000000-0000, changed .+: Fix the cache$/);
  await list();
  assert.equal(await show("2"), sessionId(3));
  notes.length = 0;
  assert.equal(await show(sessionId(3)), sessionId(3));
  assert.deepEqual(notes, []);
});

test("a number is refused without a list here, beyond it, after a day, and of a session that is gone", async () => {
  const { home, list, show, file, lists } = createTerminal();
  const cure = /run `holdall sessions`/;
  const refused = (state: RegExp) => ({ code: "E_NOT_FOUND", message: state, cure });
  await assert.rejects(show("1"), refused(/no list of sessions was shown in this folder/));
  await list();
  await assert.rejects(show("1", { folder: home }), refused(/no list/));
  await assert.rejects(show("4"), refused(/has 3 sessions/));
  assert.equal(await show("3", { later: DAY_MS - 1 }), sessionId(1));
  await assert.rejects(show("3", { later: DAY_MS }), refused(/was shown 24h ago/));
  fs.rmSync(file(1));
  await assert.rejects(show("3"), refused(/no longer there/));
  fs.writeFileSync(lists, "damaged");
  await assert.rejects(show("1"), refused(/no list/));
  await list();
  assert.equal(fs.statSync(lists).mode & 0o777, 0o600);
});

test("a number means the list of its own terminal, and without one the newest of the folder", async () => {
  const { context, lists } = createTerminal();
  const entry = (id: string) => ({ agent: "claude", id, title: null });
  const firstIn = (terminal: string) => readShownList(context, terminal)?.sessions[0]?.id;
  keepShownList(context, [entry("one")], "/dev/pts/1");
  keepShownList(context, [entry("two")], "/dev/pts/2");
  assert.deepEqual(["/dev/pts/1", "/dev/pts/2", "/dev/pts/3"].map(firstIn), ["one", "two", "two"]);
  keepShownList(context, [entry("one again")], "/dev/pts/1");
  assert.deepEqual(["/dev/pts/1", "/dev/pts/2"].map(firstIn), ["one again", "two"]);
  assert.equal(JSON.parse(fs.readFileSync(lists, "utf8")).lists.length, 2);
});

test("lists of two folders do not disturb each other, and one of another surface is not kept", async () => {
  const { home, list, show, context } = createTerminal();
  await list();
  await list({ all: true, agent: "claude" }, { folder: home });
  assert.equal(await show("1"), sessionId(9));
  assert.equal(await show("1", { folder: home }), sessionId(2));
  await runOperation(context, "sessions", { agent: "claude" });
  assert.equal(await show("1"), sessionId(9));
});
