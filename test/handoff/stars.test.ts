/** Sessions that a person marks, to find them again. */
import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { holdall, holdallJson, startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const IDS = ["aaaaaaaa-0000-4000-8000-000000000001", "bbbbbbbb-0000-4000-8000-000000000002"];

/** A home with two sessions of Claude Code, of one folder each. */
function createSessions() {
  const home = fs.realpathSync(makeScratch());
  const folders = IDS.map((id, at) => {
    const cwd = path.join(home, `work-${at}`);
    fs.mkdirSync(cwd);
    const file = path.join(home, ".claude/projects", cwd.replaceAll(/\W/g, "-"), `${id}.jsonl`);
    const about = { sessionId: id, cwd, version: "2.1.0", timestamp: "2026-01-31T08:00:00.000Z" };
    const message = { role: "user", content: `Measure the tide ${at}` };
    const line = { ...about, type: "user", uuid: `u${at}`, parentUuid: null, message };
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${JSON.stringify(line)}\n`);
    return cwd;
  });
  const start = { cwd: folders[0] ?? "", env: { HOME: home, PATH: path.join(home, "bin") } };
  const starred = (args: readonly string[] = ["--all"]) => {
    const { json } = holdallJson(["sessions", "--starred", ...args], start);
    return (json.sessions as readonly { readonly id: string }[]).map(({ id }) => id);
  };
  return { start, starred, folder: path.join(home, ".local/state/holdall/stars") };
}

test("star marks a session by its number, its id or as the last; sessions --starred lists those alone", () => {
  const { start, starred } = createSessions();
  assert.deepEqual(starred(), []);
  holdall(["sessions"], start);
  assert.match(holdall(["star", "1"], start).stdout, /^Starred claude aaaaaaaa/);
  assert.match(holdall(["star", "1"], start).stdout, /has a star already/);
  assert.equal(holdall(["star", IDS[1] ?? ""], start).code, 0);
  assert.deepEqual(starred().toSorted(), IDS);
  assert.deepEqual(starred([]), [IDS[0]]);
  assert.match(holdall(["sessions"], start).stdout, /★ Measure the tide 0/);
  assert.match(
    holdall(["star", "last", "--remove"], start).stdout,
    /^Removed the star of claude a/,
  );
  assert.deepEqual(starred(), [IDS[1]]);
});

test("two stars that are set at once both stay, and only their user can read them", async () => {
  const { start, starred, folder } = createSessions();
  const ended = await Promise.all(
    IDS.map((id) => once(startHoldall(["star", id], start), "exit") as Promise<[number | null]>),
  );
  assert.deepEqual(
    ended.map(([code]) => code),
    [0, 0],
  );
  assert.deepEqual(starred().toSorted(), IDS);
  for (const name of fs.readdirSync(folder)) {
    assert.equal(fs.statSync(path.join(folder, name)).mode & 0o777, 0o600);
  }
});

test("stars that cannot be read hide no session", () => {
  const { start, starred, folder } = createSessions();
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  fs.writeFileSync(folder, "no folder");
  assert.deepEqual(starred(), []);
  assert.equal(holdall(["sessions"], start).code, 0);
  assert.match(holdall(["star", "last"], start).stderr, /E_EXISTS/);
  assert.equal(fs.readFileSync(folder, "utf8"), "no folder");
});

test("what is no session cannot be starred", () => {
  const { start } = createSessions();
  fs.writeFileSync(path.join(start.cwd, "a.txt"), "no session");
  const refused = holdall(["star", "a.txt"], start);
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /E_(USAGE|FORMAT)/);
});

test("agents lists every agent, those first whose program is on the search path", () => {
  const { start } = createSessions();
  const list = () => holdall(["agents"], start).stdout.split("\n");
  assert.match(list()[0] ?? "", /not installed/);
  fs.mkdirSync(start.env.PATH);
  fs.writeFileSync(path.join(start.env.PATH, "goose"), "#!/bin/sh\n", { mode: 0o755 });
  assert.match(list()[0] ?? "", /^goose +installed +Goose: receives handoffs$/);
  assert.match(list().join("\n"), /^cursor +not installed +Cursor: is read only/m);
});
