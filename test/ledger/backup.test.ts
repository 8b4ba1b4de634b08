/** A team's workspace is copied in the two ways of docs/recipes/back-up-a-team.md, and restored. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, suite, test } from "node:test";
import pg from "pg";
import type { OperationName } from "../../src/operations/registry.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { findInstalledServer, launchServer, type OwnServer } from "../support/postgresql.ts";
import { makeScratch } from "../support/scratch.ts";
import { createKey } from "../support/ssh-keys.ts";
import { createLogins } from "../support/team.ts";

const programs = findInstalledServer();
const skip =
  programs === null
    ? "not run: no PostgreSQL is installed with its server, pg_dump and pg_restore"
    : false;
const cwd = makeScratch();
const PAGE = path.join(import.meta.dirname, "../../docs/recipes/back-up-a-team.md");

interface Checked {
  readonly ok: boolean;
  readonly workspace: { readonly events: number; readonly redacted: number };
  readonly findings: readonly { readonly code: string }[];
}

const run = async <Out = unknown>(store: string, name: OperationName, input: object = {}) =>
  runOperation<Out>(contextIn(cwd), name, { store, ...input });
const check = async (store: string, input: object = {}) => {
  const { exit, out } = await run<Checked>(store, "ledger verify", input);
  return { exit, codes: [...new Set(out.findings.map(({ code }) => code))], ...out.workspace };
};

suite("backups of a team's workspace", { skip }, async () => {
  const bin = programs ?? "";
  const call = (program: string, ...args: readonly string[]) =>
    execFileSync(path.join(bin, program), args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const servers: OwnServer[] = [];
  const start = async () => {
    const server = await launchServer({ isDurable: false, programs: bin });
    assert(typeof server !== "string", String(server));
    servers.push(server);
    return (database: string) => {
      const url = new URL(server.url("holdall"));
      url.pathname = database;
      url.searchParams.delete("schema");
      return url.href;
    };
  };
  const first = await start();
  const second = await start();
  const createDatabase = (url: string, name: string) =>
    call("createdb", `--maintenance-db=${url}`, name);
  createDatabase(first("postgres"), "tides");
  const place = first("tides");
  const logins = await createLogins(place);
  // What was registered first is called first, and needs a server.
  after(() => Promise.all(servers.map((server) => server.end())));
  const ana = await logins.create("ana", true);
  const ben = await logins.create("ben");
  const ria = await logins.create("ria");
  const shared = logins.as(ana, place);
  await run(shared, "init");
  await run(shared, "team init");
  await run(shared, "team grant", { login: ben, role: "writer" });
  await run(shared, "team grant", { login: ria, role: "reader" });
  const commit = (login: string, text: string, more = {}, at = place) =>
    run(logins.as(login, at), "state commit", { text, ...more });
  await commit(ana, "We use Redis for the tide readings");
  await commit(ben, "The old pier has no power", { id: "pier" });
  const { thread_id } = (await run<{ thread_id: string }>(shared, "thread new")).out;
  await run(shared, "thread post", { id: thread_id, text: "A long text. ".repeat(2000) });
  await run(shared, "state redact", { id: "pier" });

  const key = createKey();
  fs.writeFileSync(path.join(cwd, "key"), key.text, { mode: 0o600 });
  fs.writeFileSync(path.join(cwd, "signers"), `ana@example.com ${key.publicText}\n`);
  const signHeads = async (name: string) => {
    const { out } = await run<{ text: string }>(shared, "ledger heads", { sign: "key" });
    fs.writeFileSync(path.join(cwd, name), out.text);
    return { against: name, signers: "signers" };
  };
  const early = await signHeads("early.json");
  const dumpTo = (file: string) =>
    call("pg_dump", "--format=custom", "--schema=holdall", `--file=${file}`, shared);
  dumpTo("early.dump");
  await run(shared, "ledger copy", { to: "early" });
  await commit(ben, "The new pier has power");
  const late = await signHeads("late.json");
  dumpTo("late.dump");
  const { events } = await check(shared);

  call("pg_dumpall", "--roles-only", "--file=roles.sql", `--dbname=${first("postgres")}`);
  call("psql", "--file=roles.sql", second("postgres"));
  const restore = (file: string, database: string) => {
    createDatabase(second("postgres"), database);
    call("pg_restore", "--exit-on-error", `--dbname=${second(database)}`, file);
    return second(database);
  };

  test("a dump is restored on another server, with events, texts, rights and logins", async () => {
    const url = restore("late.dump", "tides");
    const restored = logins.as(ana, url);
    const checked = await check(restored, late);
    assert.deepEqual(checked, { ...checked, exit: 0, codes: [], events, redacted: 1 });
    const members = async (at: string) => (await run<{ members: object }>(at, "team list")).out;
    assert.deepEqual((await members(restored)).members, (await members(shared)).members);
    await commit(ben, "The restored pier has power", {}, url);
    await assert.rejects(commit(ria, "Nothing", {}, url), { code: "E_RIGHTS" });
    await assert.rejects(commit(ben, "Nothing", { actor: "ceo" }, url), { code: "E_RIGHTS" });
    assert.equal((await check(restored, late)).exit, 0);
  });

  test("heads show a dump that is older, also when others continued it", async () => {
    const url = restore("early.dump", "older");
    const restored = logins.as(ana, url);
    assert.equal((await check(restored, early)).exit, 0);
    const shortened = await check(restored, late);
    assert.deepEqual([shortened.exit, shortened.codes], [1, ["E_CHAIN"]]);
    for (const text of ["Boats are blue", "Buoys are red", "Masts are white"]) {
      await commit(ben, text, {}, url);
    }
    const alone = await check(restored);
    assert.deepEqual([alone.exit, alone.events > events], [0, true]);
    const rewritten = await check(restored, late);
    assert.deepEqual([rewritten.exit, rewritten.codes], [1, ["E_CHAIN"]]);
  });

  test("a copy in a folder is verified and copied back for a new team", async () => {
    const folder = path.join(cwd, "early");
    assert.equal((await check(folder, early)).exit, 0);
    assert.deepEqual((await check(folder, late)).codes, ["E_CHAIN"]);
    createDatabase(second("postgres"), "again");
    const admin = new pg.Client(second("again"));
    await admin.connect();
    await admin.query(`grant create on database again to "${ana}" with grant option`);
    await admin.end();
    const again = logins.as(ana, second("again"));
    const { out } = await run<{ ok: boolean; events: number }>(folder, "ledger copy", {
      to: again,
    });
    assert.equal(out.ok, true);
    await run(again, "team init");
    await run(again, "team grant", { login: ben, role: "writer" });
    await commit(ben, "The pier that was copied back", {}, second("again"));
    assert.equal((await check(again, early)).exit, 0);
  });

  test("the page has the commands that were run", () => {
    const page = fs.readFileSync(PAGE, "utf8");
    for (const command of [
      "pg_dump --format=custom --schema=holdall --file=",
      "pg_dumpall --roles-only --file=roles.sql --dbname=",
      "psql --file=roles.sql ",
      "createdb --maintenance-db=",
      "pg_restore --exit-on-error --dbname=",
      "ledger heads --sign ",
      "ledger copy --to ",
    ]) {
      assert(page.includes(command), command);
    }
  });
});
