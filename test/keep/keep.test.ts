/** Sessions of every agent: kept, deleted, found missing, restored byte for byte, and checked. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import presenters from "../../src/cli/present/keep.ts";
import { createTerminal } from "../../src/cli/terminal.ts";
import type { OutputOf } from "../../src/operations/registry.ts";
import { agentNames } from "../agents/programs.ts";
import { codeOf, runOperation } from "../support/operations.ts";
import { setUpKeeping } from "./keeping.ts";
import { agentFiles } from "./place-fixtures.ts";

/** The files that are in one of two sets only, or differ. */
function differences(left: Map<string, string>, right: Map<string, string>): readonly string[] {
  const all = new Set([...left.keys(), ...right.keys()]);
  return [...all].filter((file) => left.get(file) !== right.get(file));
}

/** Removes the agents' stores of a home folder. */
function wipe(home: string): void {
  for (const name of fs.readdirSync(home)) {
    if (name !== ".local") fs.rmSync(path.join(home, name), { recursive: true });
  }
  for (const name of ["opencode", "kilo", "goose"]) {
    fs.rmSync(path.join(home, ".local/share", name), { recursive: true, force: true });
  }
}

test("keep restore --all puts every session of every agent back byte for byte", async () => {
  const { home, keep, verify, restore } = setUpKeeping(agentNames);
  const before = agentFiles(home);
  const kept = await keep();
  assert.deepEqual(kept.failed, []);
  assert.equal(kept.added, kept.sessions);
  assert.deepEqual((await verify()).out.faults, []);
  wipe(home);
  const rows = await restore({ all: true });
  assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(["restored"]));
  assert.equal(rows.length, kept.sessions);
  // The list of Gemini CLI's projects belongs to no session; the program writes it again.
  before.delete(".gemini/projects.json");
  assert.deepEqual(differences(agentFiles(home), before), []);
  const agents = new Set(rows.map(({ agent }) => agent));
  assert.equal(agents.size, 12);
});

test("keep now adds nothing when nothing has changed, and only what is new of a log", async () => {
  const { home, backup, keep, verify, restore } = setUpKeeping();
  const first = await keep();
  const again = await keep();
  assert.equal(again.run, null);
  assert.equal(again.bytes, 0);
  const log = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"))[0] ?? "";
  fs.appendFileSync(log, '{"type":"summary","summary":"new"}\n');
  const grown = await keep();
  assert.equal(grown.updated, 1);
  assert.equal(grown.bytes, 35);
  assert.equal(grown.run, (first.run ?? 0) + 1);
  assert.equal((await verify()).out.ok, true);
  const bytes = fs.readFileSync(log);
  fs.rmSync(log);
  await restore({ sessions: [path.basename(log, ".jsonl")] });
  assert.deepEqual(fs.readFileSync(log), bytes);
  assert.equal(fs.statSync(backup).mode & 0o777, 0o700);
});

test("keep verify names the session and the file of a flipped byte", async () => {
  const { backup, keep, verify } = setUpKeeping();
  await keep();
  const [pack = ""] = fs.globSync(path.join(backup, "packs/*.pack"));
  const bytes = fs.readFileSync(pack);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  fs.chmodSync(pack, 0o600);
  fs.writeFileSync(pack, bytes);
  const { exit, out } = await verify();
  assert.equal(exit, 1);
  assert.ok(out.faults.some(({ where }) => where.startsWith("packs/")));
  assert.ok(out.faults.some(({ where }) => /^\w+ [\w-]+, \w+\/.+/.test(where)));
});

test("keep verify finds a run that is missing, and one that was changed", async () => {
  const { home, backup, keep, verify } = setUpKeeping();
  await keep();
  const log = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"))[0] ?? "";
  for (const text of ["one", "two"]) {
    fs.appendFileSync(log, `{"type":"summary","summary":"${text}"}\n`);
    await keep();
  }
  const runs = fs.globSync(path.join(backup, "runs/*/*.zst")).sort();
  assert.equal(runs.length, 3);
  const second = runs[1] ?? "";
  const bytes = fs.readFileSync(second);
  fs.rmSync(second);
  const codes = async () => new Set((await verify()).out.faults.map(({ code }) => code));
  assert.ok((await codes()).has("E_CHAIN"));
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  fs.writeFileSync(second, bytes);
  assert.ok((await codes()).has("E_DIGEST"));
});

test("a log that cannot be read any more is named and not taken for deleted; others are", async () => {
  const { home, keep } = setUpKeeping();
  await keep();
  const [log = ""] = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"));
  const [other = ""] = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl")).slice(1);
  fs.writeFileSync(log, '{"later":1,"form":"unknown"}\n');
  fs.rmSync(other);
  const { gone, unreadable } = await keep();
  assert.deepEqual(
    gone.map((session) => session.id),
    [path.basename(other, ".jsonl")],
  );
  assert.deepEqual(
    unreadable.map(({ agent }) => agent),
    ["claude"],
  );
});

test("what an agent deleted stays kept, is named, and comes back", async () => {
  const { home, keep, verify, list, restore } = setUpKeeping();
  await keep();
  const log = fs.globSync(path.join(home, ".qwen/projects/*/chats/*.jsonl"))[0] ?? "";
  const id = path.basename(log, ".jsonl");
  fs.rmSync(log);
  assert.deepEqual(
    (await verify()).out.missing_now.map((session) => session.id),
    [id],
  );
  const kept = await keep();
  assert.deepEqual(
    kept.gone.map((session) => session.id),
    [id],
  );
  assert.deepEqual(
    (await list({ all: true, gone: true })).map((session) => session.id),
    [id],
  );
  const { out } = await verify();
  assert.deepEqual(
    out.gone.map((session) => session.id),
    [id],
  );
  assert.ok((out.gone[0]?.last_seen_at ?? "") < (out.gone[0]?.missing_since ?? ""));
  await restore({ sessions: [id] });
  assert.ok(fs.existsSync(log));
  await keep();
  assert.deepEqual(await list({ all: true, gone: true }), []);
});

test("keep status and keep list show what is gone and what is not kept as of now, not as of the last run", async () => {
  const { home, backup, context, keep, run, list } = setUpKeeping();
  const status = async () => (await run<OutputOf<"keep status">>("keep status", {})).out;
  const logs = fs.globSync(path.join(home, ".qwen/projects/*/chats/*.jsonl"));
  const ids = logs.map((log) => path.basename(log, ".jsonl")).sort();
  const nothing = await status();
  assert.deepEqual([nothing.exists, nothing.unkept], [false, null]);
  const usual = await runOperation<OutputOf<"keep status">>(context, "keep status", {});
  assert.ok((usual.out.unkept?.sessions ?? 0) > ids.length);
  await keep();
  assert.deepEqual((await status()).unkept, {
    sessions: 0,
    newest: null,
    changed: 0,
    to: backup,
  });
  const texts = logs.map((log) => fs.readFileSync(log));
  for (const log of logs) fs.rmSync(log);
  const [log = ""] = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"));
  const copy = "44444444-4444-4444-8444-444444444444";
  const text = fs.readFileSync(log, "utf8").replaceAll(path.basename(log, ".jsonl"), copy);
  fs.writeFileSync(path.join(path.dirname(log), `${copy}.jsonl`), text);
  fs.appendFileSync(log, '{"type":"summary","summary":"new"}\n');
  const after = await status();
  assert.equal(after.gone, ids.length);
  const { sessions, newest, changed } = after.unkept ?? {};
  assert.deepEqual([sessions, newest?.id, changed], [1, copy, 1]);
  const terminal = createTerminal({ columns: 120 }, false);
  const shown = presenters["keep status"](after, terminal).join("\n");
  assert.ok(shown.includes(`To keep everything: holdall keep now --to ${backup}`), shown);
  const gone = await list({ all: true, gone: true });
  assert.deepEqual(gone.map(({ id }) => id).sort(), ids);
  assert.deepEqual(new Set(gone.map(({ state }) => state)), new Set(["gone"]));
  await keep();
  for (const [at, each] of logs.entries()) fs.writeFileSync(each, texts[at] ?? "");
  assert.equal((await status()).gone, 0);
});

test("keep list shows as much of each id as keep show needs to find that session", async () => {
  const { home, keep, run } = setUpKeeping(["claude"]);
  const [log = ""] = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"));
  const id = path.basename(log, ".jsonl");
  const twin = `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`;
  const text = fs.readFileSync(log, "utf8").replaceAll(id, twin);
  fs.writeFileSync(path.join(path.dirname(log), `${twin}.jsonl`), text);
  await keep();
  const { sessions } = (await run<OutputOf<"keep list">>("keep list", { all: true })).out;
  assert.ok(sessions.length > 2);
  for (const { id: wanted, prefix } of sessions) {
    const { out } = await run<OutputOf<"keep show">>("keep show", { session: prefix });
    assert.equal(out.session.id, wanted);
  }
});

test("a log that changed in its old part is reported, and its earlier content stays kept", async () => {
  const { home, keep, verify } = setUpKeeping();
  await keep();
  const log = fs.globSync(path.join(home, ".pi/agent/sessions/*/*.jsonl"))[0] ?? "";
  const lines = fs.readFileSync(log, "utf8").split("\n");
  fs.writeFileSync(log, lines.filter((_, at) => at !== 2).join("\n"));
  const kept = await keep();
  assert.deepEqual(
    kept.rewritten.map((file) => file.path),
    [log],
  );
  const { out } = await verify();
  assert.equal(out.ok, true);
  assert.equal(out.rewritten.length, 1);
});

test("keep restore changes nothing that is newer or different", async () => {
  const { home, keep, restore, context, backup } = setUpKeeping();
  await keep();
  const [newer = "", changed = ""] = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"));
  fs.appendFileSync(newer, '{"type":"summary","summary":"newer"}\n');
  fs.writeFileSync(changed, "something else\n");
  const before = agentFiles(home);
  for (const file of [newer, changed]) {
    const input = { from: backup, sessions: [path.basename(file, ".jsonl")] };
    assert.equal(await codeOf(runOperation(context, "keep restore", input)), "E_PROTECTED");
  }
  const states = new Set((await restore({ all: true })).map(({ state }) => state));
  assert.deepEqual(states, new Set(["there", "newer", "different"]));
  assert.deepEqual(differences(agentFiles(home), before), []);
});

test("a dry run of keep restore writes nothing", async () => {
  const { home, keep, restore } = setUpKeeping();
  await keep();
  wipe(home);
  const rows = await restore({ all: true, "dry-run": true });
  assert.ok(rows.length > 10);
  assert.deepEqual(agentFiles(home), new Map());
});

test("keep restore --into restores below another home folder", async () => {
  const { home, keep, restore } = setUpKeeping();
  await keep();
  const into = path.join(path.dirname(home), "new");
  fs.mkdirSync(into);
  await restore({ all: true, into });
  const before = agentFiles(home);
  before.delete(".gemini/projects.json");
  assert.deepEqual(differences(agentFiles(into), before), []);
});

test("a session whose id Goose gives to a later one stays kept beside it", async () => {
  const { home, keep, list, restore, verify, run } = setUpKeeping(["goose"]);
  const database = path.join(home, ".local/share/goose/sessions/sessions.db");
  await keep();
  const [before] = await list({ all: true });
  const id = before?.id ?? "";
  const goose = new DatabaseSync(database);
  goose.prepare("delete from messages where session_id = ?").run(id);
  goose
    .prepare("update sessions set created_at = ?, updated_at = ? where id = ?")
    .run("2027-01-02 03:04:05", "2027-01-02 03:04:05", id);
  goose.close();
  // The one that is there has begun later: it does not count as a newer form of the one that was kept.
  const [planned] = await restore({ sessions: [id], "dry-run": true });
  assert.equal(planned?.state, "moved");
  const { gone } = await keep();
  assert.deepEqual(
    gone.map((each) => each.id.split("@")[0]),
    [id],
  );
  const after = await list({ all: true });
  const old = after.find((each) => each.id.startsWith(`${id}@`));
  assert.deepEqual(
    [old?.state, old?.title, old?.modified_at],
    ["gone", before?.title, before?.modified_at],
  );
  assert.ok(after.some((each) => each.id === id && each.state === "there"));
  assert.equal((await verify()).out.ok, true);
  const into = path.join(path.dirname(home), "into");
  fs.mkdirSync(into);
  await run("keep restore", { sessions: [old?.id ?? ""], into });
  const restored = new DatabaseSync(path.join(into, path.relative(home, database)));
  const count = restored.prepare("select count(*) as n from messages where session_id = ?").get(id);
  restored.close();
  assert.ok(Number(count?.n) > 0);
  const again = await keep();
  assert.deepEqual([again.run, again.gone], [null, []]);
});
