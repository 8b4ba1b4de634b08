/**
 * The program for tests whose subject is what a command does, and not how it starts: the same words and the
 * same output, from a thread that keeps it loaded. A start of its own costs ten times as much processor time.
 * `program.ts` starts it as it is installed, for tests of arguments, help, signals, users and processes.
 */
import { after } from "node:test";
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  SHARE_ENV,
  Worker,
} from "node:worker_threads";
import { type Ran, type RanJson, withJson } from "./program.ts";

export type { Ran } from "./program.ts";

/** Where and with what a command runs. */
export interface Start {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The width of the terminal that it writes to; without one, it writes to a pipe. */
  readonly columns?: number;
}

/** What the thread is asked. */
export interface Call {
  readonly args: readonly string[];
  readonly columns: number | undefined;
}

/** What it is given at its start. */
export interface Channel {
  readonly port: MessagePort;
  /** 1 once the answer is there. */
  readonly state: Int32Array;
}

const TIME_LIMIT = 60_000;
/** Width and colours of the terminal that runs the tests must not show. */
const HIDDEN = { NO_COLOR: undefined, FORCE_COLOR: undefined, COLUMNS: undefined };

interface Warm {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly state: Int32Array;
}

let started: Warm | null = null;
// Here, and not at the start: that happens within a test, whose end would then end the thread.
after(() => started?.worker.terminate());

/** Runs a command to its end, while this thread waits. */
export function holdall(args: readonly string[], { cwd, env = {}, columns }: Start = {}): Ran {
  started ??= startWorker();
  const { port, state } = started;
  const restore = enter(cwd ?? process.cwd(), { ...HIDDEN, ...env });
  try {
    Atomics.store(state, 0, 0);
    port.postMessage({ args, columns } satisfies Call);
    // The notice of the answer before can come late and end this wait: only the state says that one is there.
    while (Atomics.load(state, 0) === 0) {
      if (Atomics.wait(state, 0, 0, TIME_LIMIT) === "timed-out") {
        throw new Error(`no answer within a minute: holdall ${args.join(" ")}`);
      }
    }
    return receiveMessageOnPort(port)?.message;
  } finally {
    restore();
  }
}

/** Runs a command with `--json` and returns what it printed. */
export function holdallJson(args: readonly string[], start: Start = {}): RanJson {
  return withJson(args, holdall([...args, "--json"], start));
}

function startWorker(): Warm {
  const { port1: port, port2 } = new MessageChannel();
  const state = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("./warm-worker.ts", import.meta.url), {
    workerData: { port: port2, state } satisfies Channel,
    transferList: [port2],
    // The folder and the variables of the process are those of the command while it runs.
    env: SHARE_ENV,
  });
  worker.unref();
  return { worker, port, state };
}

/** Sets folder and variables of this process; returns what sets them back. */
function enter(cwd: string, env: Readonly<Record<string, string | undefined>>): () => void {
  const folder = process.cwd();
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  process.chdir(cwd);
  setVariables(Object.entries(env));
  return () => {
    process.chdir(folder);
    setVariables(before);
  };
}

function setVariables(variables: readonly (readonly [string, string | undefined])[]): void {
  for (const [name, value] of variables) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
