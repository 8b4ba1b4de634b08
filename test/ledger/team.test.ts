import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { HoldallError } from "../../src/base/errors.ts";
import type { OperationName } from "../../src/operations/registry.ts";
import { SESSION, writeSession } from "../handoff/claude-session.ts";
import { type Command, commandsFor, tryCommand } from "../support/altered-cells.ts";
import { createFullWorkspace } from "../support/full-workspace.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { startServer } from "../support/postgresql.ts";
import { makeScratch } from "../support/scratch.ts";
import { createLogins } from "../support/team.ts";
import { openLedgerAt } from "../support/workspaces.ts";

const server = await startServer();
const skip = typeof server === "string" ? server : false;
const url = (schema: string) => (typeof server === "string" ? "" : server.url(schema));

/** Commands that nobody can end well in this workspace: what they name is not there or not finished. */
const FAILING = ["artifact get", "context bundle retire"];
/** What creates tables again or removes texts. */
const FOR_KEEPERS = ["ledger rebuild", "ledger retain", "memory rebuild"];

suite("a workspace that a team shares", { skip }, async () => {
  const place = url("team");
  const logins = await createLogins(place);
  const ana = await logins.create("ana", true);
  const full = await createFullWorkspace({ location: () => logins.as(ana, place) });
  const { cwd } = full.lab;
  const run = <Out>(login: string, name: OperationName, input: Command[1] = {}) =>
    runOperation<Out>(contextIn(cwd), name, { store: logins.as(login, place), ...input });
  await run(ana, "team init");
  const ria = await logins.create("ria");
  const will = await logins.create("will");
  const kim = await logins.create("kim");
  await run(ana, "team grant", { login: ria, role: "reader" });
  await run(ana, "team grant", { login: will, role: "writer" });
  await run(ana, "team grant", { login: kim, role: "keeper" });

  const headOf = async () => (await run<{ heads: object }>(ana, "ledger heads")).out.heads;
  const post = (login: string, more: Command[1] = {}) =>
    run(login, "thread post", { id: full.ids.thread, text: "The tide turns", ...more });

  /** Runs every command as a login; returns the codes of those that fail, but for those that fail for everyone. */
  async function failuresOf(login: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const command of Object.values(commandsFor(full)).flat()) {
      const [name, { actor = "" }] = command;
      const ended = await tryCommand(cwd, logins.as(login, place), command);
      if (!("error" in ended) || FAILING.includes(name)) continue;
      const { error } = ended;
      found.set(`${name} ${actor}`.trim(), error instanceof HoldallError ? error.code : `${error}`);
    }
    return found;
  }

  test("a reader runs every command that reads, and none that writes", async () => {
    const before = await headOf();
    const failures = await failuresOf(ria);
    const { pos: _, ...after } = { pos: 0, ...(await headOf()) };
    assert.deepEqual(new Set(failures.values()), new Set(["E_RIGHTS"]));
    const reading = [
      "memory find",
      "memory context",
      "verify",
      "search",
      "state show",
      "thread compile",
    ];
    for (const name of reading) assert(!failures.has(name), name);
    for (const name of ["thread post", "state commit", "memory store", "context refresh"]) {
      assert(failures.has(name), name);
    }
    assert.deepEqual(withoutTime(after), withoutTime(before));
  });

  test("a writer runs all but what creates tables, and writes as nobody else", async () => {
    const failures = await failuresOf(will);
    assert.deepEqual(new Set(failures.values()), new Set(["E_RIGHTS"]));
    const names = [...failures.keys()].filter((name) => !/ (docs_cos|steward_lab)$/.test(name));
    assert.deepEqual(names.toSorted(), FOR_KEEPERS);
    assert(failures.has("request accept docs_cos"));
  });

  test("a keeper runs every command, and others still write afterwards", async () => {
    assert.deepEqual(await failuresOf(kim), new Map());
    await post(will);
    await post(ana);
    assert.equal((await run(ria, "verify")).exit, 0);
  });

  test("the server itself refuses to alter the log, whatever program asks", async () => {
    const row = "'thread:x', 0, 'x', '', 't', '{}', 'h', 'c'";
    const insert = `insert into ledger_events (pos, stream, seq, id, at, type, body, hash, chain) values (0, ${row})`;
    const statements = {
      [`${insert.replace("chain)", "chain, login)").replace("'c')", "'c', 'ana')")}`]: "42501",
      [insert.replace("body,", "body, actor,").replace("'{}',", `'{}', '{"id":"ceo"}',`)]: "HA001",
      // A temporary table would hide the real one from a trigger that looks for it by its bare name.
      [`create temp table team_actors (login text, actor text);
        insert into team_actors values ('${will}', 'ceo');
        ${insert.replace("body,", "body, actor,").replace("'{}',", `'{}', '{"id":"ceo"}',`)}`]:
        "HA001",
      "update ledger_events set body = '{}'": "42501",
      "delete from ledger_events": "42501",
      "truncate ledger_events": "42501",
      "delete from ledger_texts": "42501",
      "update ledger_texts set content = ''": "42501",
      "delete from ledger_artifacts": "42501",
      "update ledger_artifacts set content = ''": "42501",
      "update ledger_meta set value = '0'": "42501",
      [`insert into team_actors values ('${will}', 'ceo')`]: "42501",
      "alter table ledger_events disable trigger all": "42501",
      "create table team.more (a text)": "42501",
      "drop table ledger_events": "42501",
    };
    const codes: Record<string, unknown> = {};
    for (const sql of Object.keys(statements)) {
      codes[sql] = await logins.query(will, place, sql).catch(({ code }) => code);
    }
    assert.deepEqual(codes, statements);
    for (const sql of ["insert into ledger_leases values ('a', 'b', 'c', 1)", insert]) {
      await assert.rejects(logins.query(ria, place, sql), { code: "42501" });
    }
  });

  test("every event records the login, and its actor is the login's own", async () => {
    await post(will);
    await post(will, { actor: `${will}:codex` });
    await post(will, { actor: "claude-code", origin: "mcp" });
    const rows = await logins.query(
      ria,
      place,
      "select login, actor::json ->> 'id' as actor from ledger_events order by pos desc limit 3",
    );
    assert.deepEqual(rows, [
      { login: will, actor: `${will}:claude-code` },
      { login: will, actor: `${will}:codex` },
      { login: will, actor: will },
    ]);
    const { out } = await run<{
      login: string;
      members: { login: string; role: string; events: number }[];
    }>(ria, "team list");
    assert.equal(out.login, ria);
    const roles = out.members.map(({ login, role }) => [login, role]);
    assert.deepEqual(roles, [
      [ana, "keeper"],
      [kim, "keeper"],
      [ria, "reader"],
      [will, "writer"],
    ]);
    assert((out.members.find(({ login }) => login === will)?.events ?? 0) >= 3);
  });

  test("a writer imports a session, whose records are the login's own", async () => {
    const from = writeSession(makeScratch(), [["user", "When does the tide turn?"]]);
    await run(will, "import", { from });
    const rows = await logins.query(
      ria,
      place,
      `select type, login, actor::json ->> 'id' as actor from ledger_events where stream = 'transcript:claude/${SESSION}'`,
    );
    const types = ["transcript_described", "transcript_recorded"];
    const own = types.map((type) => ({ type, login: will, actor: will }));
    assert.deepEqual(rows, own);
  });

  test("another actor is refused until it is granted", async () => {
    const refused = post(will, { actor: "docs_cos" });
    await assert.rejects(refused, (error: HoldallError) => {
      assert.equal(error.code, "E_RIGHTS");
      assert.match(error.message, /may not write as "docs_cos"/);
      assert(
        error.cure?.includes(`ask ${ana} or ${kim} for \`holdall team grant ${will} writer`),
        error.cure,
      );
      return true;
    });
    await run(kim, "team grant", { login: will, role: "writer", "also-as": ["docs_cos"] });
    await post(will, { actor: "docs_cos" });
    await run(kim, "team grant", { login: will, role: "writer" });
    assert.equal(await codeOf(post(will, { actor: "docs_cos" })), "E_RIGHTS");
    await post(kim, { actor: "docs_cos" });
  });

  test("a role is changed and taken away; who lacks it is told whom to ask", async () => {
    const eve = await logins.create("eve");
    await assert.rejects(run(eve, "status"), (error: HoldallError) => {
      assert.equal(error.code, "E_RIGHTS");
      assert(error.cure?.includes(ana), error.cure);
      return true;
    });
    await run(kim, "team grant", { login: eve, role: "writer" });
    await post(eve);
    await run(kim, "team grant", { login: eve, role: "reader" });
    assert.equal(await codeOf(post(eve)), "E_RIGHTS");
    assert.equal(await codeOf(run(eve, "team grant", { login: eve, role: "keeper" })), "E_RIGHTS");
    assert.equal(await codeOf(run(will, "team revoke", { login: eve })), "E_RIGHTS");
    await run(kim, "team grant", { login: eve, role: "keeper" });
    await post(eve, { actor: "ceo" });
    await run(kim, "team revoke", { login: eve });
    assert.equal(await codeOf(run(eve, "status")), "E_RIGHTS");
    assert.equal(await codeOf(run(kim, "team revoke", { login: eve })), "E_NOT_FOUND");
    assert.equal(
      await codeOf(run(ana, "team grant", { login: "nobody", role: "reader" })),
      "E_NOT_FOUND",
    );
    assert.equal(
      await codeOf(run(ana, "team grant", { login: "holdall", role: "reader" })),
      "E_USAGE",
    );
  });

  test("a keeper who alters the log is found by everybody", async () => {
    await logins.query(kim, place, "update ledger_events set body = '{}' where pos = 3");
    assert.equal((await run(ria, "verify")).exit, 1);
  });
});

test("a workspace without a team says so", { skip }, async () => {
  const store = url("alone");
  await (await openLedgerAt(store)).close();
  const run = (name: OperationName, input: Command[1] = {}) =>
    runOperation<{ members: readonly unknown[]; created: boolean }>(
      contextIn(makeScratch()),
      name,
      { store, ...input },
    );
  assert.deepEqual((await run("team list")).out.members, []);
  assert.equal(await codeOf(run("team grant", { login: "ana", role: "reader" })), "E_NOT_FOUND");
  assert.equal(await codeOf(run("team list", { store: newPlace() })), "E_NOT_FOUND");
});

test("a folder is shared with nobody", async () => {
  const store = newPlace();
  await runOperation(contextIn(makeScratch()), "init", { store });
  const { out } = await runOperation(contextIn(makeScratch()), "team list", { store });
  assert.deepEqual([out.login, out.members], [null, []]);
  assert.equal(
    await codeOf(runOperation(contextIn(makeScratch()), "team init", { store })),
    "E_USAGE",
  );
});

function newPlace(): string {
  return `${makeScratch()}/.holdall`;
}

function withoutTime(heads: object): object {
  return { ...heads, at: null };
}
