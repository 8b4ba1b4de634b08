/** Workers that claim requests one at a time: through one server, each directly, and rows of a bare table through `pg`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import curator from "../../../src/curator/module.ts";
import { claimRequests } from "../../../src/curator/requests/claim.ts";
import { contextIn, runOperation } from "../../../test/support/operations.ts";
import type { OwnServer } from "../../../test/support/postgresql.ts";
import { openLedgerAt } from "../../../test/support/workspaces.ts";
import { ID, requestEvents } from "../curator/workspace.ts";
import type { Check } from "../report.ts";
import { startAgents } from "./agents-of-server.ts";

const REQUESTS = 400;
const WORKERS = 8;
const STEWARD = "steward_lab";

/** What was found about claims. */
export interface ClaimFigures {
  readonly lines: readonly string[];
  readonly checks: readonly Check[];
}

/** Takes everything that waits, and returns what each worker got. */
type Claiming = (workers: number) => Promise<readonly (readonly string[])[]>;

/** How fast one worker and several claim, and whether anything is claimed twice or lost. */
export async function measureClaims(server: OwnServer, folder: string): Promise<ClaimFigures> {
  const lab = join(folder, "claims");
  mkdirSync(lab, { recursive: true });
  const config = `workspace_id: lab\nsteward_responsibility_id: ${STEWARD}\n`;
  writeFileSync(join(lab, "ros.config.yaml"), config);
  const served = await compare(async (name) => {
    const store = await fillQueue(server, lab, `served_${name}`);
    const agents = await startAgents(lab, store);
    await agents.claim(1, "build_cos"); // The first call loads what later ones find loaded.
    return { claim: (workers) => agents.claim(workers, ID), end: () => agents.end() };
  });
  const direct = await compare(async (name) => {
    const store = await fillQueue(server, lab, `direct_${name}`);
    const claim: Claiming = (workers) =>
      Promise.all(Array.from({ length: workers }, (_, index) => claimAll(store, index)));
    return { claim, end: async () => {} };
  });
  const bare = await compare((name) => fillBareQueue(server, `bare_${name}`));
  const describe = (what: string, { one, many }: Compared) =>
    `${what}: ${Math.round(one)} claims/s by one worker, ${Math.round(many)} by ${WORKERS}`;
  const wrong = served.wrong + direct.wrong + bare.wrong;
  return {
    lines: [
      describe("claims through the server", served),
      describe("claims directly", direct),
      describe("rows of a bare table, for update skip locked", bare),
    ],
    checks: [
      {
        name: `claims/s through the server, ${WORKERS} workers / one`,
        value: served.many / served.one,
        least: 3,
      },
      { name: `claims/s directly, ${WORKERS} workers / one`, value: direct.many / direct.one },
      {
        name: `rows/s of a bare table, ${WORKERS} workers / one`,
        value: bare.many / bare.one,
      },
      { name: "requests claimed twice or lost", value: wrong, most: 0 },
    ],
  };
}

interface Compared {
  /** Claims a second. */
  readonly one: number;
  readonly many: number;
  /** How many requests were claimed twice or not at all. */
  readonly wrong: number;
}

async function compare(
  prepare: (name: string) => Promise<{ readonly claim: Claiming; end(): Promise<void> }>,
): Promise<Compared> {
  const rates: number[] = [];
  let wrong = 0;
  for (const workers of [1, WORKERS]) {
    const { claim, end } = await prepare(`${workers}`);
    const start = performance.now();
    const ids = (await claim(workers)).flat();
    rates.push(ids.length / ((performance.now() - start) / 1000));
    const distinct = new Set(ids).size;
    wrong += REQUESTS - distinct + (ids.length - distinct);
    await end();
  }
  const [one = 0, many = 0] = rates;
  return { one, many, wrong };
}

async function fillQueue(server: OwnServer, lab: string, schema: string): Promise<string> {
  const store = server.url(schema);
  const context = contextIn(lab);
  await runOperation(context, "init", { store });
  for (const id of ["build_cos", ID]) {
    await runOperation(context, "responsibility add", { id, store });
    await runOperation(context, "responsibility activate", { id, store });
  }
  const ledger = await openLedgerAt(store, { modules: [curator] });
  const ids = Array.from({ length: REQUESTS }, (_, index) => `req_${index}`);
  await ledger.append(ids.flatMap((id) => requestEvents(id, ["opened"])));
  await ledger.close();
  return store;
}

/** A worker with a connection of its own. */
async function claimAll(store: string, index: number): Promise<readonly string[]> {
  const ledger = await openLedgerAt(store, { modules: [curator] });
  const actor = { id: `worker-${index}`, origin: "bench" };
  const at = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const acting = { workspace: "lab", steward: STEWARD, at, actor };
  const { engine } = ledger.store;
  const taken: string[] = [];
  for (;;) {
    const { requests } = await ledger.write((unit) =>
      claimRequests(unit, [{ acting, limit: 1 }], { target: ID, engine }),
    );
    const ids = requests.flat().map(({ id }) => id);
    if (ids.length === 0) break;
    taken.push(...ids);
  }
  await ledger.close();
  return taken;
}

/** What a careful programmer would write who needs no history. */
async function fillBareQueue(server: OwnServer, table: string) {
  const url = new URL(server.url(table));
  url.searchParams.delete("schema");
  const connect = async () => {
    const client = new pg.Client(url.href);
    await client.connect();
    return client;
  };
  const admin = await connect();
  await admin.query(`create table ${table} (id text primary key, status text, priority int)`);
  await admin.query(
    `insert into ${table} select 'req_' || n, 'pending', 100 from generate_series(1, ${REQUESTS}) n`,
  );
  await admin.end();
  const take = `update ${table} set status = 'accepted' where id = (select id from ${table}
    where status = 'pending' order by priority, id for update skip locked limit 1) returning id`;
  const claim: Claiming = (workers) =>
    Promise.all(
      Array.from({ length: workers }, async () => {
        const client = await connect();
        const taken: string[] = [];
        for (;;) {
          const { rows } = await client.query(take);
          if (rows.length === 0) break;
          taken.push(String(rows[0]?.id));
        }
        await client.end();
        return taken;
      }),
    );
  return { claim, end: async () => {} };
}
