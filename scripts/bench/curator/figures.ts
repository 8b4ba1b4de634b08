import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import curator from "../../../src/curator/module.ts";
import { claimRequests } from "../../../src/curator/requests/claim.ts";
import { contextIn, runOperation } from "../../../test/support/operations.ts";
import { launchServer } from "../../../test/support/postgresql.ts";
import { openLedgerAt } from "../../../test/support/workspaces.ts";
import type { Contest, Figure } from "../figure.ts";
import { peakOf, processorTimeOf, processorTimeOfProgram, timeOf } from "../measure.ts";
import { growthFigures, warmRefresh } from "./growth.ts";
import { fillWorkspace, ID, requestEvents, SIZE_TEXT } from "./workspace.ts";

const MAX_MS = 300;
const MAX_BYTES = 100 * 1024 * 1024;
const FRESH_MS = 30;
const ROUNDS = 15;
const CLAIMED = 1000;
const WORKERS = 8;
const LARGE = SIZE_TEXT;

const program = resolve("bin/holdall.cjs");

/** What a refresh and a check of freshness may cost, and claims by several workers. */
export const curatorFigures: readonly Figure[] = [
  {
    name: `context refresh in processor time, ${LARGE} / ${MAX_MS} ms`,
    unit: "time",
    limit: 1,
    rounds: ROUNDS,
    prepare: async (folder) => ({
      ours: processorTimeOf(await warmRefresh(join(folder, "lab"), 1)),
      rival: MAX_MS,
    }),
  },
  {
    name: `memory of context refresh, ${LARGE} / 100 MB`,
    unit: "memory",
    limit: 1,
    rounds: 3,
    prepare: async (folder) => {
      const cwd = join(folder, "lab");
      await fillWorkspace(cwd, 1);
      const argv = [process.execPath, program, "context", "refresh", ID] as const;
      return { ours: peakOf({ argv: [...argv], cwd }, folder), rival: MAX_BYTES };
    },
  },
  {
    name: `context fresh in processor time, ${LARGE} / holdall status + ${FRESH_MS} ms`,
    unit: "time",
    limit: 1,
    rounds: ROUNDS,
    prepare: async (folder) => {
      const cwd = join(folder, "lab");
      await fillWorkspace(cwd, 1);
      const run = (...args: string[]) =>
        processorTimeOfProgram({ argv: [process.execPath, program, ...args], cwd }, folder);
      const status = run("status");
      return {
        ours: run("context", "fresh", ID),
        rival: async () => (await status()) + FRESH_MS,
      };
    },
  },
  ...growthFigures,
  {
    name: `${CLAIMED.toLocaleString("en")} requests claimed by ${WORKERS} workers on PostgreSQL, none twice / by one worker`,
    unit: "time",
    limit: null,
    rounds: 3,
    prepare: prepareClaims,
  },
];

async function prepareClaims(folder: string): Promise<Contest> {
  const lab = join(folder, "lab");
  await mkdir(lab, { recursive: true });
  await writeFile(
    join(lab, "ros.config.yaml"),
    "workspace_id: lab\nsteward_responsibility_id: steward_lab\n",
  );
  const server = await launchServer();
  if (typeof server === "string") throw new Error(server);
  let round = 0;
  let store = "";
  const before = async () => {
    store = server.url(`claims_${++round}`);
    const context = contextIn(lab);
    await runOperation(context, "init", { store });
    for (const id of ["build_cos", ID]) {
      await runOperation(context, "responsibility add", { id, store });
      await runOperation(context, "responsibility activate", { id, store });
    }
    const ledger = await openLedgerAt(store, { modules: [curator] });
    const ids = Array.from({ length: CLAIMED }, (_, index) => `req_${index}`);
    await ledger.append(ids.flatMap((id) => requestEvents(id, ["opened"])));
    await ledger.close();
  };
  const claimBy = (workers: number) =>
    timeOf({
      before,
      run: async () => {
        const each = Array.from({ length: workers }, (_, index) => claimAll(store, index));
        const ids = (await Promise.all(each)).flat();
        if (ids.length !== CLAIMED || new Set(ids).size !== CLAIMED) {
          throw new Error(`${ids.length} claims of ${new Set(ids).size} requests`);
        }
      },
    });
  return { ours: claimBy(WORKERS), rival: claimBy(1), end: () => server.end() };
}

async function claimAll(store: string, index: number): Promise<readonly string[]> {
  const ledger = await openLedgerAt(store, { modules: [curator] });
  const actor = { id: `worker-${index}`, origin: "bench" };
  const acting = { workspace: "lab", steward: "steward_lab", at: "2026-02-03T10:00:00Z", actor };
  const { engine } = ledger.store;
  const taken: string[] = [];
  for (;;) {
    const claimed = await ledger.write((unit) =>
      claimRequests(unit, [{ acting, limit: 10 }], { target: ID, engine }),
    );
    const ids = claimed.requests.flat().map(({ id }) => id);
    if (ids.length === 0) break;
    taken.push(...ids);
  }
  await ledger.close();
  return taken;
}
