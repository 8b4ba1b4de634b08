import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, suite, test } from "node:test";
import pg from "pg";
import { verify } from "../conformance/ledger-check.ts";
import { storeSuite } from "../conformance/store-suite.ts";
import { startPgbouncer, withoutPgbouncer } from "../support/pgbouncer.ts";
import { startServer } from "../support/postgresql.ts";
import { message, openLedgerAt } from "../support/workspaces.ts";

const server = await startServer();
const skip = typeof server === "string" ? server : false;
const url = (schema: string) => (typeof server === "string" ? "" : server.url(schema));

/** Many agents at once, each a process's worth of connections; returns how many events there are in the end. */
async function appendAtOnce(location: string, agents: number, each: number): Promise<number> {
  await (await openLedgerAt(location)).close();
  const work = async (agent: number) => {
    for (let number = 0; number < each; number++) {
      const ledger = await openLedgerAt(location);
      await ledger.append([message(`session:${agent}`, `${number}`)]);
      await ledger.close();
    }
  };
  await Promise.all(Array.from({ length: agents }, (_, agent) => work(agent)));
  const ledger = await openLedgerAt(location);
  const { codes, ...found } = await verify(ledger);
  await ledger.close();
  assert.deepEqual(codes, []);
  return found.events;
}

suite("through a pooler in transaction mode", { skip: skip || withoutPgbouncer }, async () => {
  let count = 0;
  const pooled = skip || withoutPgbouncer ? "" : await startPgbouncer(url("pooled"));
  const location = () => {
    const place = new URL(pooled);
    place.searchParams.set("schema", `pooled_${++count}`);
    return place.href;
  };
  for (const { name, run } of storeSuite) test(name, () => run(location));

  test("who finds no free place waits for one, and nothing is lost", async () => {
    const crowded = await startPgbouncer(url("pooler_crowd"), { pool: 2, clients: 4 });
    assert.equal(await appendAtOnce(crowded, 8, 2), 16);
  });
});

test("more agents than the server has connections lose nothing", { skip }, async () => {
  const owner = new pg.Client(url("public").replace(/\?.*/, ""));
  await owner.connect();
  const name = `crowd_${randomBytes(6).toString("hex")}`;
  await owner.query(`create role ${name} login password 'tides' connection limit 4`);
  const { rows } = await owner.query("select current_database() as name");
  await owner.query(`grant create on database "${rows[0]?.name}" to ${name}`);
  after(async () => {
    await owner.query(`drop owned by ${name} cascade`);
    await owner.query(`drop role ${name}`);
    await owner.end();
  });
  const place = new URL(url("crowd"));
  place.username = name;
  place.password = "tides";
  assert.equal(await appendAtOnce(place.href, 8, 2), 16);
});
