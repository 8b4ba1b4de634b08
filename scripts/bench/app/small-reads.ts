import fs from "node:fs";
import { createDemoFolder } from "../../../test/app/open-app.ts";
import { contextIn, runOperation } from "../../../test/support/operations.ts";
import type { Meter } from "../measure.ts";
import {
  type Listener,
  type MeasuredServer,
  startListener,
  startMeasured,
} from "./measured-server.ts";
import { CALLS, READS } from "./reads.ts";

const ROUNDS = 15;
const WARM_UP = 2000;

/** Ways in which a small read is made. */
const WAYS = ["ours", "get", "leastServer", "afterPauses", "inLoop"] as const;
type Way = (typeof WAYS)[number];

/**
 * Processor time of a small read, in ms, by the way it is made:
 * - `ours`: over HTTP as the app asks, POST with JSON; `get`: as GET;
 * - `leastServer`: the least server that can answer it: `node:http`, the operation and `JSON.stringify`;
 * - `afterPauses`: the operation alone, after pauses as long as a server's;
 * - `inLoop`: the operation alone, one call after the other.
 */
export type SmallRead = Readonly<Record<Way, number>> & { readonly name: string };

/**
 * What small reads cost. A server waits for each request and finds the caches of the processor cold, which
 * costs more than HTTP: the operation after pauses and the least server show how much. All ways are measured
 * in turn, round by round.
 */
export async function smallReads(folder: string): Promise<readonly SmallRead[]> {
  fs.mkdirSync(folder);
  const { project, env } = await createDemoFolder(folder);
  await runOperation(contextIn(project), "thread new", { title: "Tides of May" });
  const server = await startMeasured(project, env);
  const least = await startListener("operation", { cwd: project, env });
  try {
    const reads: SmallRead[] = [];
    for (const name of READS) reads.push(await measureRead(name, server, least));
    return reads;
  } finally {
    await least.end();
    await server.end();
  }
}

/** A set of reads as if it were one. */
export function sumOf(reads: readonly SmallRead[]): SmallRead {
  return combine("all", (way) => reads.reduce((sum, read) => sum + read[way], 0));
}

function combine(name: string, measured: (way: Way) => number): SmallRead {
  const values = WAYS.map((way) => [way, measured(way)] as const);
  return { name, ...(Object.fromEntries(values) as Record<Way, number>) };
}

async function measureRead(
  name: string,
  server: MeasuredServer,
  least: Listener,
): Promise<SmallRead> {
  const path = name.replaceAll(" ", "/");
  const requests = {
    ours: () => server.post(path, {}),
    get: () => server.get(path),
    leastServer: () => least.get(`/${path}`),
  };
  for (const work of Object.values(requests)) await times(work, WARM_UP)();
  const meters: Record<Way, Meter> = {
    ours: server.meter(times(requests.ours, CALLS)),
    get: server.meter(times(requests.get, CALLS)),
    leastServer: least.meter(times(requests.leastServer, CALLS)),
    afterPauses: async () => Number(await least.get(`/pauses/${path}`)),
    inLoop: async () => Number(await least.get(`/loop/${path}`)),
  };
  const rounds: Partial<Record<Way, number>>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const measured: Partial<Record<Way, number>> = {};
    for (const way of round % 2 === 0 ? WAYS : WAYS.toReversed())
      measured[way] = await meters[way]();
    rounds.push(measured);
  }
  return combine(name, (way) => {
    const values = rounds.map((round) => round[way] ?? Number.NaN).toSorted((a, b) => a - b);
    return (values[Math.floor(ROUNDS / 2)] ?? Number.NaN) / CALLS;
  });
}

/** One request after the other, over one connection. */
function times(work: () => Promise<unknown>, count: number) {
  return async () => {
    for (let call = 0; call < count; call++) await work();
  };
}
