/** Sessions of runs of tasks are in no list, unless they are asked for. */
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { createTemporaryName, isInTemporaryFolder } from "../../src/disk/temporary-name.ts";
import { numberedSessions, recentSessions } from "../../src/sessions/pick-session.ts";
import { codeOf, runOperation } from "../support/operations.ts";
import {
  createMachine,
  messageLine,
  type SearchOutput,
  type SessionsOutput,
  sessionId,
} from "./machine.ts";

/** A machine with a session of the user's and a newer one of a run, in a folder below the same one. */
function machineWithRun() {
  const machine = createMachine();
  const { cwd, write } = machine;
  write(1, messageLine("user", "Fix the cache", { cwd, timestamp: "2026-01-30T08:00:00.000Z" }));
  const folder = path.join(cwd, createTemporaryName(null), "project");
  write(2, messageLine("user", "Fix the cache as a task", { cwd: folder }));
  return machine;
}

test("sessions leaves runs of tasks out and counts them; --runs lists them, too", async () => {
  const { context } = machineWithRun();
  // The second list reads what the first one packed.
  for (const _again of [1, 2, 3]) {
    for (const all of [true, false]) {
      const list = async (runs: boolean) =>
        (await runOperation<SessionsOutput & { runs: number }>(context, "sessions", { all, runs }))
          .out;
      const { found, runs, sessions } = await list(false);
      assert.deepEqual([found, runs, sessions.map(({ id }) => id)], [1, 1, [sessionId(1)]]);
      const withRuns = await list(true);
      assert.deepEqual([withRuns.found, withRuns.runs], [2, 0]);
      assert.deepEqual(
        withRuns.sessions.map(({ id, number }) => [id, number]),
        [
          [sessionId(2), 1],
          [sessionId(1), 2],
        ],
      );
    }
  }
});

test("search leaves runs of tasks out unless --runs is given", async () => {
  const { context } = machineWithRun();
  const search = async (runs: boolean) =>
    (await runOperation<SearchOutput>(context, "search", { words: ["cache"], runs })).out;
  for (const _again of [1, 2]) {
    const { found, searched } = await search(false);
    assert.deepEqual([found.map(({ id }) => id), searched], [[sessionId(1)], 1]);
    assert.equal((await search(true)).found.length, 2);
  }
});

test("the newest session, titles and the picker mean no run; an id does", async () => {
  const { context } = machineWithRun();
  const shown = async (what: string) =>
    (await runOperation<{ id: string }>(context, "show", { what })).out.id;
  for (const name of ["last", "claude", "fix the cache"]) {
    assert.equal(await shown(name), sessionId(1), name);
  }
  assert.equal(await shown(sessionId(2)), sessionId(2));
  assert.equal(await codeOf(shown("as a task")), "E_NOT_FOUND");
  assert.equal((await numberedSessions(context)).length, 1);
  assert.equal((await recentSessions(context)).length, 1);
});

test("isInTemporaryFolder() knows folders of this program on any system, and no others", () => {
  const name = createTemporaryName(null);
  assert.ok(isInTemporaryFolder(`/tmp/${name}/project`));
  assert.ok(isInTemporaryFolder(`/private/var/${name}`));
  assert.ok(isInTemporaryFolder(`C:\\Temp\\${name}\\project\\src`));
  for (const other of ["/srv/holdall-site", "/srv/.holdall", `/srv/${createTemporaryName("x")}`]) {
    assert.equal(isInTemporaryFolder(other), false, other);
  }
});
