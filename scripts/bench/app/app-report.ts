import path from "node:path";
import type { Browser } from "playwright-core";
import { noBrowser, startBrowser } from "../../../test/support/browser.ts";
import type { Check, Report } from "../report.ts";
import { guards, scriptBytes } from "./http-costs.ts";
import { createLargeFolder, LARGE, SESSIONS } from "./large-folder.ts";
import { type MeasuredServer, startMeasured } from "./measured-server.ts";
import { SCREENS } from "./screens.ts";
import { type SmallRead, smallReads, sumOf } from "./small-reads.ts";

const ROUNDS = 5;

/** What the HTTP API costs, and the app on a workspace with 100,000 events in a real browser. */
export const appReport: Report = {
  name: "app: the HTTP API, and every screen with 100,000 events and 10,000 sessions",
  async run(folder) {
    const reads = await smallReads(path.join(folder, "small"));
    const read = sumOf(reads);
    const guard = await guards();
    const { project, env } = await createLargeFolder(path.join(folder, "large"), LARGE);
    const server = await startMeasured(project, env);
    const browser = noBrowser === false ? await startBrowser() : null;
    try {
      const overview = await overviewTime(server);
      const cost = (name: string, { ours, rival }: { ours: number; rival: number }) =>
        `${name}: ${us(ours)} beside ${us(rival)}`;
      const seen = browser === null ? null : await lookAt(browser, server);
      return {
        ...(noBrowser === false ? {} : { notRun: noBrowser }),
        lines: [
          ...[...reads, read].map(describeRead),
          cost("a guarded request and a bare one, the servers' processor time", guard),
          ...(seen?.lines ?? []),
        ],
        checks: [
          check(
            "dearest small read over HTTP, times its operation after pauses",
            dearest(reads),
            3,
          ),
          check("small reads over HTTP, times the operations", read.ours / read.inLoop, 3),
          check("small reads over HTTP, times the least server", read.ours / read.leastServer, 1.5),
          check("guarded request, times a bare one", guard.ours / guard.rival, 1.5),
          check("app script, compressed, kB", scriptBytes() / 1000, 100),
          check("Home, warm, ms of the server's processor", overview, 300),
          ...(seen?.checks ?? []),
        ],
      };
    } finally {
      await browser?.close();
      await server.end();
    }
  },
};

function describeRead({ name, ours, get, leastServer, afterPauses, inLoop }: SmallRead): string {
  return (
    `small read ${name}, processor time: ${us(ours)} over HTTP (${us(get)} as GET), ${us(leastServer)} in the least ` +
    `server of node:http; the operation alone ${us(afterPauses)} after pauses as long as a server's, ${us(inLoop)} in a ` +
    `loop: ${ratio(ours, inLoop)} times, of which the least server has ${ratio(leastServer, inLoop)}`
  );
}

/** The most that HTTP makes of one read, beside the same operation after pauses as long as a server's. */
function dearest(reads: readonly SmallRead[]): number {
  return Math.max(...reads.map(({ ours, afterPauses }) => ours / afterPauses));
}

function check(name: string, value: number, most: number): Check {
  return { name, value, most };
}

/** What Home asks for, once everything was asked for before. */
async function overviewTime(server: MeasuredServer): Promise<number> {
  const ask = async () => {
    await server.post("overview", {});
    await server.post("sessions", { limit: 3 });
  };
  await ask();
  await ask();
  return middle(await repeat(ROUNDS, server.meter(ask)));
}

/** Opens the sessions of 1,000 and of 100,000 items in turn, and then every screen. */
async function lookAt(browser: Browser, server: MeasuredServer) {
  const session = (id: string) => `/sessions/claude/${id}`;
  const openSession = (id: string) => open(browser, server, session(id), "main article");
  const cold = { short: await openSession(SESSIONS.short), long: await openSession(SESSIONS.long) };
  const short = [];
  const long = [];
  for (let round = 0; round < ROUNDS; round++) {
    short.push(await openSession(SESSIONS.short));
    long.push(await openSession(SESSIONS.long));
  }
  const ready = (all: readonly Opened[]) => middle(all.map((each) => each.ms));
  const rows = (all: readonly Opened[]) => middle(all.map((each) => each.found));
  const lines = [
    `a session of 1,000 items is ready in ${ms(ready(short))} (the first time ${ms(cold.short.ms)}), ` +
      `of 100,000 in ${ms(ready(long))} (the first time ${ms(cold.long.ms)})`,
  ];
  const preview = await openPreview(browser, server);
  lines.push(
    `the preview of a handoff of 100,000 items: an estimate after ${ms(preview.estimate)}, all of it after ${ms(preview.exact)}`,
  );
  let missing = 0;
  for (const [address, text] of SCREENS) {
    try {
      const first = await open(browser, server, address, `main :text("${text}")`);
      const again = await open(browser, server, address, `main :text("${text}")`);
      lines.push(
        `${address}: ${ms(first.ms)}, again ${ms(again.ms)} (server ${ms(again.server)}), ${again.elements} elements`,
      );
    } catch (error) {
      missing++;
      lines.push(`${address}: not ready: ${error instanceof Error ? error.message : error}`);
    }
  }
  return {
    lines,
    checks: [
      check("screens that do not get ready", missing, 0),
      check("first picture of a handoff of 100,000 items, ms", preview.estimate, 2000),
      check("session of 100,000 items, times one of 1,000", ready(long) / ready(short), 1.2),
      check("its rows, times those of 1,000", rows(long) / rows(short), 1.2),
    ],
  };
}

/** Opens the preview of the handoff of the long session: first an estimate, then what the dry run found. */
async function openPreview(browser: Browser, server: MeasuredServer) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(120_000);
  const start = performance.now();
  const address = `/handoff?agent=claude&session=${SESSIONS.long}&to=codex`;
  await page.goto(`${server.origin}${address}#token=${server.token}`);
  await page.locator(".estimate .facts, .loss").first().waitFor();
  const estimate = performance.now() - start;
  await page.locator(".loss").waitFor();
  const exact = performance.now() - start;
  await page.close();
  return { estimate, exact };
}

interface Opened {
  /** From the address to the content. */
  readonly ms: number;
  /** What the server took for it. */
  readonly server: number;
  /** How often the content is there. */
  readonly found: number;
  readonly elements: number;
}

/** Opens a screen in a tab of its own and waits for a piece of its content. */
async function open(
  browser: Browser,
  server: MeasuredServer,
  address: string,
  content: string,
): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(120_000);
  const before = await server.used();
  const start = performance.now();
  await page.goto(`${server.origin}${address}#token=${server.token}`);
  const found = page.locator(content);
  await found.first().waitFor();
  const ms = performance.now() - start;
  const used = (await server.used()) - before;
  const count = await found.count();
  const elements = await page.locator("*").count();
  await page.close();
  return { ms, server: used, found: count, elements };
}

async function repeat(count: number, measure: () => Promise<number>): Promise<readonly number[]> {
  const values = [];
  for (let round = 0; round < count; round++) values.push(await measure());
  return values;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

function ratio(value: number, rival: number): string {
  return (value / rival).toFixed(1);
}

function us(value: number): string {
  return `${Math.round(value * 1000)} µs`;
}
