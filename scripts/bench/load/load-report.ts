/** Many agents that append to one workspace in PostgreSQL: directly, each with connections of its own, and through one server. */
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { HoldallError } from "../../../src/base/errors.ts";
import type { Ledger } from "../../../src/ledger/ledger.ts";
import { verify } from "../../../test/conformance/ledger-check.ts";
import { launchServer, type OwnServer } from "../../../test/support/postgresql.ts";
import { message, openLedgerAt } from "../../../test/support/workspaces.ts";
import type { Check, Report } from "../report.ts";
import { startAgents } from "./agents-of-server.ts";
import { measureClaims } from "./claims.ts";

const APPENDS = 600;
/** As many as the server has connections, and more. */
const CROWD = 120;
const CUT_EVERY_MS = 500;

/** How many appends a second there are with one agent and with many, and whether any is lost. */
export const loadReport: Report = {
  name: "load",
  async run(folder) {
    const server = await launchServer();
    if (typeof server === "string") return { notRun: server, lines: [], checks: [] };
    try {
      const served = await throughServer(server, folder);
      const direct = await directly(server);
      const claims = await measureClaims(server, folder);
      const parts = [served, direct, claims];
      return {
        lines: parts.flatMap(({ lines }) => lines),
        checks: parts.flatMap(({ checks }) => checks),
      };
    } finally {
      await server.end();
    }
  },
};

interface Part {
  readonly lines: readonly string[];
  readonly checks: readonly Check[];
}

async function throughServer(server: OwnServer, folder: string): Promise<Part> {
  const location = server.url("served");
  await (await openLedgerAt(location)).close();
  const agents = await startAgents(folder, location);
  try {
    await agents.post(1, 50); // The first calls load what later ones find loaded.
    const one = measured(await agents.post(1, APPENDS / 2));
    const many = measured(await agents.post(100, APPENDS));
    return {
      lines: [describe("one agent through the server", one), describe("100 agents", many)],
      checks: [
        {
          name: "appends/s through the server, 100 agents / one",
          value: many.rate / one.rate,
          least: 5,
        },
        { name: "p95 of 100 agents through the server, in ms", value: many.p95, most: 1000 },
      ],
    };
  } finally {
    await agents.end();
  }
}

async function directly(server: OwnServer): Promise<Part> {
  const alone = await crowd(server, { schema: "alone", agents: 1, isCut: false });
  const many = await crowd(server, { schema: "crowd", agents: CROWD, isCut: false });
  const cut = await crowd(server, { schema: "cut", agents: CROWD, isCut: true });
  return {
    lines: [
      describe("one agent directly", alone),
      describe(`${CROWD} agents on 100 connections`, many),
      describe(`the same, ${cut.cut} connections cut`, cut),
    ],
    checks: [
      {
        name: `appends/s directly, ${CROWD} agents / one`,
        value: many.rate / alone.rate,
        least: 2,
      },
      { name: "appends lost, doubled or failed, without faults", value: many.wrong, most: 0 },
      { name: "appends lost, doubled or failed, connections cut", value: cut.wrong, most: 0 },
    ],
  };
}

interface Trial {
  readonly schema: string;
  readonly agents: number;
  /** Whether connections are ended all the time. */
  readonly isCut: boolean;
}

/** Lets agents append, each with connections of its own, and looks afterwards what is there. */
async function crowd(server: OwnServer, { schema, agents, isCut }: Trial) {
  const location = server.url(schema);
  await (await openLedgerAt(location)).close();
  const each = Math.max(5, Math.round(APPENDS / agents));
  const times: number[] = [];
  let failed = 0;
  const cutter = isCut ? startCutter(location) : null;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: agents }, async (_, agent) => {
      for (let at = 0; at < each; at++) {
        const began = performance.now();
        if (!(await appendOnce(location, agent, at))) failed++;
        times.push(performance.now() - began);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const cut = (await cutter?.end()) ?? 0;
  const ledger = await openLedgerAt(location);
  const { events, codes } = await verify(ledger);
  await ledger.close();
  const wrong = Math.abs(events - agents * each) + failed + codes.length;
  return { ...measured({ times, seconds }), wrong, cut };
}

/** An append that was cut off is tried again under the same id, so that it is there once in any case. */
async function appendOnce(location: string, agent: number, at: number): Promise<boolean> {
  const event = { ...message(`session:${agent}`, `text ${at} of ${agent}`), id: `${agent}-${at}` };
  for (let tries = 0; tries < 20; tries++) {
    let ledger: Ledger | null = null;
    try {
      ledger = await openLedgerAt(location);
      await ledger.append([event]);
      return true;
    } catch (error) {
      if (!(error instanceof HoldallError)) throw error;
      if (error.code === "E_DUP_ID") return true;
      if (error.code !== "E_IO") return false;
    } finally {
      await ledger?.close();
    }
  }
  return false;
}

/** Ends the connections of the workspace again and again. */
function startCutter(location: string) {
  const url = new URL(location);
  url.searchParams.delete("schema");
  let isEnding = false;
  const work = async () => {
    const client = new pg.Client(url.href);
    await client.connect();
    let cut = 0;
    while (!isEnding) {
      await wait(CUT_EVERY_MS);
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'holdall' order by backend_start limit 10`,
      );
      cut += rowCount ?? 0;
    }
    await client.end();
    return cut;
  };
  const cutting = work();
  return {
    end() {
      isEnding = true;
      return cutting;
    },
  };
}

interface Measured {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
}

function measured({
  times,
  seconds,
}: {
  readonly times: readonly number[];
  readonly seconds: number;
}): Measured {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { rate: times.length / seconds, p50: at(0.5), p95: at(0.95) };
}

function describe(what: string, { rate, p50, p95 }: Measured): string {
  return `${what}: ${Math.round(rate)} appends/s, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
}
