/** A server that redacts old texts by itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { writeSession } from "../handoff/claude-session.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { startServer } from "../support/postgresql.ts";
import { holdall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { startServe } from "../support/serve.ts";
import { createLogins } from "../support/team.ts";

const DAY_MS = 86_400_000;
const server = await startServer();
const skip = typeof server === "string" ? server : false;

/** Imports a session of two records, as if it had been so many days ago. */
async function importBefore(cwd: string, days: number, store?: string): Promise<void> {
  const context = contextIn(cwd, () => new Date(Date.now() - days * DAY_MS));
  const from = writeSession(cwd, [
    ["user", "When does the tide turn?"],
    ["assistant", "At nine."],
  ]);
  await runOperation(context, "import", { from, ...(store === undefined ? {} : { store }) });
}

test("serve --retain-transcripts redacts old texts when it starts, and verify accepts it", async () => {
  const cwd = makeScratch();
  assert.equal(holdall(["init"], { cwd }).code, 0);
  await importBefore(cwd, 100);
  const served = await startServe(cwd, {}, ["--retain-transcripts", "90d"]);
  while (!served.faults().includes("Redacted 2 old texts")) await wait(20);
  const { json } = await served.call("program", "verify");
  assert.equal(json?.ok, true);
  assert.equal((await served.call("person", "status")).json?.redacted, 2);
  assert.equal(await served.end(), 0);
});

test("a server refuses an age that it does not understand", async () => {
  const cwd = makeScratch();
  assert.equal(holdall(["init"], { cwd }).code, 0);
  for (const age of ["soon", "2999-01-01"]) {
    const { code, stderr } = holdall(["serve", "--port", "0", "--retain-transcripts", age], {
      cwd,
    });
    assert.deepEqual([code, stderr.slice(0, 7)], [2, "E_USAGE"]);
  }
});

test("a server whose login is no keeper refuses to redact before it serves", { skip }, async () => {
  const place = typeof server === "string" ? "" : server.url("retained");
  const logins = await createLogins(place);
  const ana = await logins.create("ana", true);
  const will = await logins.create("will");
  const cwd = makeScratch();
  const run = (name: Parameters<typeof runOperation>[1], input: object = {}) =>
    runOperation(contextIn(cwd), name, { store: logins.as(ana, place), ...input });
  await run("init");
  await run("team init");
  await run("team grant", { login: will, role: "writer" });
  await importBefore(cwd, 100, logins.as(will, place));
  const options = (login: string) => [
    "--store",
    logins.as(login, place),
    "--retain-transcripts",
    "90d",
  ];
  const { code, stderr } = holdall(["serve", "--port", "0", ...options(will)], { cwd });
  assert.notEqual(code, 0);
  assert.match(stderr, new RegExp(`^E_RIGHTS.*ask ${ana} for`, "s"));
  const served = await startServe(cwd, {}, options(ana));
  while (!served.faults().includes("Redacted 2 old texts")) await wait(20);
  await served.end();
  assert.equal((await run("ledger verify")).exit, 0);
});
