import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { keepWorkspaces } from "../../../src/operations/operation/kept-workspaces.ts";
import { loadOperation } from "../../../src/operations/registry.ts";
import { contextIn } from "../../../test/support/operations.ts";
import { root } from "../../run.ts";
import { alternate, type Meter, processorTimeOf } from "../measure.ts";
import { request, startMeasured, startProcess } from "./measured-server.ts";

const CALLS = 200;
const ROUNDS = 15;
const WARM_UP = 5000;

/** Processor time of a small read, in ms: over HTTP, and of the same operation without our server. */
export interface SmallRead {
  readonly ours: number;
  /** The least server that can answer it: `node:http`, the operation and `JSON.stringify`. */
  readonly leastServer: number;
  /** The operation alone, after pauses as long as a server's. */
  readonly afterPauses: number;
  /** The operation alone, one call after the other. */
  readonly inLoop: number;
}

/**
 * What small reads cost. A server waits for each request and finds the caches of the processor cold, which
 * costs more than HTTP: the operation after pauses and the least server show how much.
 */
export async function smallRead(project: string): Promise<SmallRead> {
  const server = await startMeasured(project);
  const least = await startListener("operation", project);
  const workspaces = keepWorkspaces();
  const context = { ...contextIn(project), workspaces };
  const operation = await loadOperation("state show");
  const read = () => server.get("state/show");
  const run = () => operation.run(context, {});
  try {
    await times(read, WARM_UP)();
    await times(least.get, WARM_UP)();
    await times(run, WARM_UP)();
    const loop = processorTimeOf(times(run, CALLS));
    const meters = [
      server.meter(times(read, CALLS)),
      least.meter(times(least.get, CALLS)),
    ] as const;
    const { ours, rival: leastServer } = await middle(...meters);
    const { ours: afterPauses, rival: inLoop } = await middle(pausing(run), loop);
    return { ours, leastServer, afterPauses, inLoop };
  } finally {
    await workspaces.close();
    await least.end();
    await server.end();
  }
}

/** What our guards and headers cost beside a bare `node:http` server. */
export async function guards(): Promise<{ ours: number; rival: number }> {
  const [guarded, bare] = [await startListener("guarded"), await startListener("bare")];
  try {
    await times(guarded.get, WARM_UP)();
    await times(bare.get, WARM_UP)();
    const meterOf = ({ meter, get }: typeof bare) => meter(times(get, CALLS));
    return await middle(meterOf(guarded), meterOf(bare));
  } finally {
    await guarded.end();
    await bare.end();
  }
}

/** Bytes of the script of the app when it is compressed, before lazy parts. */
export function scriptBytes(): number {
  const assets = path.join(root, "dist/web/app/assets");
  const main = fs.readdirSync(assets).find((name) => /^main-.*\.js$/.test(name)) ?? "";
  const texts = new Map<string, Buffer>();
  const collect = (name: string) => {
    if (texts.has(name)) return;
    const text = fs.readFileSync(path.join(assets, name));
    texts.set(name, text);
    // What is imported with parentheses is a lazy part.
    const imports = text.toString().matchAll(/(?:from|import)"\.\/([\w-]{1,60}\.js)"/g);
    for (const [, next = ""] of imports) collect(next);
  };
  collect(main);
  return gzipSync(Buffer.concat([...texts.values()])).length;
}

async function middle(ours: Meter, rival: Meter): Promise<{ ours: number; rival: number }> {
  const rounds = await alternate(ours, rival, ROUNDS);
  const at = (values: readonly number[]) =>
    (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN) / CALLS;
  return { ours: at(rounds.ours), rival: at(rounds.rival) };
}

/** One request after the other, over one connection. */
function times(work: () => Promise<unknown>, count: number) {
  return async () => {
    for (let call = 0; call < count; call++) await work();
  };
}

/** The processor time of calls that each follow a pause; that of the pauses does not count. */
function pausing(work: () => Promise<unknown>): Meter {
  return async () => {
    let used = 0;
    for (let call = 0; call < CALLS; call++) {
      await wait(1);
      const start = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(start);
      used += (user + system) / 1000;
    }
    return used;
  };
}

async function startListener(kind: "guarded" | "bare" | "operation", project = "") {
  const listener = path.join(import.meta.dirname, "listener.ts");
  const measured = await startProcess([listener, kind, project]);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ...measured,
    get: () => request(`http://127.0.0.1:${Number(measured.line)}/`, { agent }),
    async end() {
      agent.destroy();
      await measured.end();
    },
  };
}
