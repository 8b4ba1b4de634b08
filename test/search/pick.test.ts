import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";
import { pickSession } from "../../src/operations/handoff/pick-source.ts";
import { numberedSessions } from "../../src/operations/search/pick-session.ts";
import { codeOf, runOperation } from "../support/operations.ts";
import { createMachine, said, sessionId } from "./machine.ts";

/** A machine with three sessions in its folder, the last written the newest. */
function threeSessions() {
  const machine = createMachine();
  const { cwd, write, file } = machine;
  for (const [number, title] of ["Fix the cache", "Fix the login", "Write docs"].entries()) {
    write(number, said("user", title, { cwd }));
    const time = new Date(Date.UTC(2026, 0, 1 + number));
    fs.utimesSync(file(number), time, time);
  }
  return machine;
}

test("show and handoff take a session by its number in the list and by its title", async () => {
  const { context } = threeSessions();
  const shown = async (what: string) =>
    (await runOperation<{ id: string }>(context, "show", { what })).out.id;
  assert.equal(await shown("1"), sessionId(2));
  assert.equal(await shown("3"), sessionId(0));
  assert.equal(await shown("fix the login"), sessionId(1));
  assert.equal(await shown("docs"), sessionId(2));
  assert.equal(await codeOf(shown("Fix")), "E_NOT_FOUND");
  assert.equal(await codeOf(shown("4")), "E_NOT_FOUND");
  const { out } = await runOperation<{ sessions: { number: number; id: string }[] }>(
    context,
    "sessions",
  );
  assert.deepEqual(
    out.sessions.map(({ number, id }) => [number, id]),
    [2, 1, 0].map((number, index) => [index + 1, sessionId(number)]),
  );
  const preview = { from: "Fix the cache", to: "codex", "dry-run": true };
  const handoff = await runOperation<{ session: string }>(context, "handoff", preview);
  assert.match(JSON.stringify(handoff.out), new RegExp(sessionId(0)));
});

test("handoff without arguments is refused where nobody can be asked", async () => {
  const { context } = threeSessions();
  assert.equal(await codeOf(runOperation(context, "handoff")), "E_USAGE");
});

test("pickSession() takes a number, or words that leave one session, and ends when nothing is chosen", async () => {
  const sessions = await numberedSessions(threeSessions().context);
  const pick = async (...answers: readonly string[]) => {
    const lines: string[] = [];
    const rest = [...answers];
    const ask = async () => rest.shift() ?? null;
    const picked = await pickSession(sessions, { ask, show: (line) => void lines.push(line) });
    return { id: picked.found.session.id, lines };
  };
  assert.equal((await pick("2")).id, sessionId(1));
  assert.equal((await pick("DOCS")).id, sessionId(2));
  const { id, lines } = await pick("fix", "nothing of it", "cache");
  assert.equal(id, sessionId(0));
  assert.equal(lines.length, 3 + 2 + 1 + 2);
  assert.equal(await codeOf(pick("fix", "")), "E_USAGE");
  assert.equal(await codeOf(pick()), "E_USAGE");
});
