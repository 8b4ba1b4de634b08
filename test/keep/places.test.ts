/** Where sessions go: another home folder, another folder of the work, a database that is there, another machine. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { loadAgent } from "../../src/agents/registry.ts";
import { withBackupLock } from "../../src/backup/lock.ts";
import presenters from "../../src/cli/present/keep.ts";
import { createTerminal } from "../../src/cli/terminal.ts";
import { folderMapping } from "../../src/keep/restore/restore-kept.ts";
import type { OutputOf } from "../../src/operations/registry.ts";
import { codeOf, runOperation } from "../support/operations.ts";
import { createKey } from "../support/ssh-keys.ts";
import { setUpKeeping } from "./keeping.ts";

test("keep restore --map places sessions for another home folder, with their own records", async () => {
  const agents = ["claude", "codex", "gemini", "pi", "copilot", "qwen", "grok"] as const;
  const { home, backup, keep, restore } = setUpKeeping(agents);
  await keep();
  const into = path.join(path.dirname(home), "into");
  fs.mkdirSync(into);
  const rows = await restore({ all: true, into, map: "/home/rosa=/Users/rosa" });
  assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(["moved"]));
  const environment = { home: into, env: {} };
  for (const name of agents) {
    const agent = await loadAgent(name);
    const found = await Array.fromAsync(agent.find(environment));
    const expected = rows.filter((row) => row.agent === name);
    assert.ok(expected.length > 0);
    const ids = new Set(found.map(({ id }) => id));
    assert.ok(
      expected.every(({ id }) => ids.has(id)),
      name,
    );
    assert.ok(
      found.every(({ cwd }) => cwd === "/Users/rosa/orchard"),
      name,
    );
  }
  assert.ok(fs.existsSync(backup));
});

test("folderMapping() maps folders and what is in them, and nothing that begins alike", () => {
  const map = folderMapping("/home/anna/=/Users/anna");
  assert.equal(map("/home/anna"), "/Users/anna");
  assert.equal(map("/home/anna/x"), "/Users/anna/x");
  assert.equal(map("/home/annabel"), "/home/annabel");
  for (const wrong of ["x", "a=b", "/a=b", "=/b"]) {
    assert.throws(() => folderMapping(wrong), { code: "E_USAGE" });
  }
});

test("a database that a program has open is kept with its newest rows", async () => {
  const { home, keep, verify, list } = setUpKeeping(["goose"]);
  const file = path.join(home, ".local/share/goose/sessions/sessions.db");
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal");
  database.exec("update sessions set working_dir = '/newest'");
  assert.ok(fs.statSync(`${file}-wal`).size > 0);
  const before = fs.readdirSync(path.dirname(file));
  assert.deepEqual((await keep()).failed, []);
  assert.deepEqual(fs.readdirSync(path.dirname(file)), before);
  assert.equal((await keep()).run, null);
  database.exec("update sessions set working_dir = '/newer'");
  assert.ok((await keep()).updated > 0);
  database.close();
  assert.deepEqual((await verify()).out.faults, []);
  assert.deepEqual(new Set((await list({ all: true })).map(({ cwd }) => cwd)), new Set(["/newer"]));
});

/** Changes two tables and a session in one transaction, again and again, until it is killed. */
const WRITER = `
const { DatabaseSync } = require("node:sqlite");
const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
for (let round = 0; ; round++) {
  database.exec("begin immediate; update one set n = n + 1; update two set n = n + 1;");
  database.exec("update sessions set description = 'round " + round + "'; commit");
  if (round === 1) process.stdout.write("writing");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3);
}`;

for (const mode of ["wal", "delete"]) {
  test(`a database that a program writes to all the time is kept, and never half of a change (${mode})`, async () => {
    const { home, keep, restore } = setUpKeeping(["goose"]);
    const file = path.join(home, ".local/share/goose/sessions/sessions.db");
    const pad = "x".repeat(200_000); // Far apart in the file.
    const database = new DatabaseSync(file);
    database.exec(`pragma journal_mode = ${mode}`);
    for (const table of ["one", "two"]) {
      database.exec(`create table ${table} (n integer, pad text)`);
      database.exec(`insert into ${table} values (0, '${pad}')`);
    }
    database.close();
    const writer = spawn(process.execPath, ["-e", WRITER, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await once(writer.stdout, "data");
      for (let round = 0; round < 4; round++) {
        const { failed, unreadable, updated, added } = await keep();
        assert.deepEqual([failed, unreadable], [[], []]);
        assert.ok(added + updated > 0);
        const into = path.join(path.dirname(home), `into-${round}`);
        fs.mkdirSync(into);
        await restore({ all: true, into });
        const copy = new DatabaseSync(path.join(into, path.relative(home, file)));
        assert.deepEqual(
          { ...copy.prepare("pragma integrity_check").get() },
          {
            integrity_check: "ok",
          },
        );
        const { one, two } =
          copy.prepare("select one.n as one, two.n as two from one, two").get() ?? {};
        assert.ok(Number(one) > 0);
        assert.equal(one, two);
        copy.close();
      }
    } finally {
      writer.kill("SIGKILL");
      await once(writer, "exit");
    }
  });
}

test("a session that its agent deleted from its database comes back with the database, or not over a newer one", async () => {
  const { home, keep, restore } = setUpKeeping(["goose"]);
  await keep();
  const file = path.join(home, ".local/share/goose/sessions/sessions.db");
  const kept = fs.readFileSync(file);
  const database = new DatabaseSync(file);
  const rows = database.prepare("select id from sessions").all();
  database.exec("pragma foreign_keys = off");
  database.exec("delete from sessions");
  database.close();
  assert.equal((await keep()).gone.length > 0, true);
  fs.rmSync(file);
  const [first] = rows;
  await restore({ sessions: [String(first?.id)] });
  assert.deepEqual(fs.readFileSync(file), kept);
});

test("two processes do not keep at the same time", async () => {
  const { backup, keep } = setUpKeeping(["pi"]);
  await keep();
  const code = await withBackupLock(backup, () => codeOf(keep()));
  assert.equal(code, "E_LOCKED");
  assert.equal((await keep()).run, null);
});

test("a session that two machines kept is there once, and twice when both continued it", async () => {
  const { home, backup, keep, list, context } = setUpKeeping(["claude"]);
  await keep();
  const other = path.join(path.dirname(home), "other");
  fs.cpSync(path.join(home, ".claude"), path.join(other, ".claude"), { recursive: true });
  const elsewhere = { ...context, agents: { home: other, env: {} } };
  const keepElsewhere = () => runOperation(elsewhere, "keep now", { to: backup });
  await keepElsewhere();
  const count = (await list({ all: true })).length;
  const [log = ""] = fs.globSync(".claude/projects/*/*.jsonl", { cwd: home });
  const append = (place: string, text: string) =>
    fs.appendFileSync(path.join(place, log), `{"type":"summary","summary":"${text}"}\n`);
  append(other, "there");
  await keepElsewhere();
  assert.equal((await list({ all: true })).length, count);
  append(home, "here, too");
  await keep();
  assert.equal((await list({ all: true })).length, count + 1);
});

test("keep show reports that another machine found a session deleted", async () => {
  const { home, backup, run, context } = setUpKeeping(["pi"]);
  const other = path.join(path.dirname(home), "other");
  fs.cpSync(path.join(home, ".pi"), path.join(other, ".pi"), { recursive: true });
  const elsewhere = { ...context, agents: { home: other, env: {} } };
  await runOperation(elsewhere, "keep now", { to: backup });
  fs.rmSync(path.join(other, ".pi"), { recursive: true });
  fs.mkdirSync(path.join(other, ".pi/agent/sessions"), { recursive: true });
  await runOperation(elsewhere, "keep now", { to: backup });
  const { out } = await run<OutputOf<"keep list">>("keep list", { all: true });
  const { out: session } = await run<OutputOf<"keep show">>("keep show", {
    session: out.sessions[0]?.id,
  });
  assert.equal(session.session.state, "elsewhere");
  const shown = presenters["keep show"](session, createTerminal({ columns: 120 }, false));
  assert.match(shown.join("\n"), /deleted at its agent between /);
});

test("keep verify checks signatures of runs", async () => {
  const { home, backup, context, run } = setUpKeeping(["pi"]);
  const key = path.join(path.dirname(home), "key");
  fs.writeFileSync(key, createKey().text, { mode: 0o600 });
  await runOperation(context, "keep now", { to: backup, key });
  const { out } = await run<{ ok: boolean; signed_by: object[] }>("keep verify", {});
  assert.equal(out.ok, true);
  assert.equal(out.signed_by.length, 1);
  const [signature = ""] = fs.globSync(path.join(backup, "runs/*/*.sig"));
  const text = fs.readFileSync(signature, "utf8").split("\n");
  text[5] = [...(text[5] ?? "")].reverse().join("");
  fs.writeFileSync(signature, text.join("\n"));
  const changed = await run<{ ok: boolean; faults: { code: string }[] }>("keep verify", {});
  assert.equal(changed.out.faults[0]?.code, "E_SIGNATURE");
});
