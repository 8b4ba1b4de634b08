/** Measures two things in turn, so that whatever else the machine does falls on both. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../run.ts";

/** A program to be timed. Its output is thrown away; it must end with exit code 0. */
export interface Command {
  readonly argv: readonly [program: string, ...args: string[]];
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Undoes what the run before left; not timed. */
  readonly before?: () => void | Promise<void>;
}

/** The built program with these words. */
export function holdall(...args: string[]): Command {
  return { argv: [process.execPath, join(root, "bin/holdall.cjs"), ...args] };
}

/** A function of this process to be timed. */
interface Task {
  readonly run: () => unknown;
  /** Makes ready what the run uses up; not timed. */
  readonly before?: () => void | Promise<void>;
}

type Work = Command | Task | (() => unknown);

/** Measures one round: milliseconds or bytes. */
export type Meter = () => Promise<number>;

/** Milliseconds or bytes of each round, ours and the rival's. */
export interface Rounds {
  readonly ours: readonly number[];
  readonly rival: readonly number[];
}

const peakPreload = join(import.meta.dirname, "report-peak.cjs");

/** Runs both `rounds` times after one round that does not count, changing who goes first. */
export async function alternate(ours: Meter, rival: Meter, rounds: number): Promise<Rounds> {
  const times = { ours: [] as number[], rival: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const first = round % 2 === 0 ? ("ours" as const) : ("rival" as const);
    const second = first === "ours" ? ("rival" as const) : ("ours" as const);
    for (const side of [first, second]) {
      const value = await (side === "ours" ? ours() : rival());
      if (round > 0) times[side].push(value);
    }
  }
  return times;
}

/** Milliseconds that a piece of work takes. */
export function timeOf(work: Work): Meter {
  return async () => {
    if (typeof work !== "function") await work.before?.();
    const start = performance.now();
    if (typeof work === "function") await work();
    else if ("run" in work) await work.run();
    else await runToEnd(work, {});
    return performance.now() - start;
  };
}

/**
 * Milliseconds of the processor that a function of this process takes: what the clock would show on a
 * machine that does nothing else. For limits that no rival shares the load with.
 */
export function processorTimeOf(work: () => unknown): Meter {
  return async () => {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}

/**
 * A heap in which a program that keeps more than it says runs out of memory. Without it the figure
 * would show how much garbage V8 lets lie, which grows with the work and not with what is kept.
 */
export const SMALL_HEAP = "--max-old-space-size=64 --max-semi-space-size=4";

/** The most memory, in bytes, that a Node program takes in a small heap, or in the one that it is given. */
export function peakOf(command: Command, scratch: string, heap = SMALL_HEAP): Meter {
  const file = join(scratch, "peak");
  return async () => {
    await command.before?.();
    await runToEnd(command, {
      NODE_OPTIONS: `${heap} --require=${JSON.stringify(peakPreload)}`,
      HOLDALL_BENCH_PEAK: file,
    });
    return Number(await readFile(file, "utf8"));
  };
}

/** Runs a program and writes down what the shell knows about the processor time of its children. */
const TIMED = '"$@"; code=$?; times >"$HOLDALL_BENCH_TIMES"; exit $code';

/** Milliseconds of the processor that a program takes, from its start to its end. */
export function processorTimeOfProgram(command: Command, scratch: string): Meter {
  const file = join(scratch, "times");
  const argv = ["/bin/sh", "-c", TIMED, "sh", ...command.argv] as const;
  return async () => {
    await command.before?.();
    await runToEnd({ ...command, argv: [...argv] }, { HOLDALL_BENCH_TIMES: file });
    return childTimeOf(await readFile(file, "utf8"));
  };
}

/** The second line of what `times` prints has the children's: `0m1.250s 0m0.130s`. */
function childTimeOf(times: string): number {
  const parts = [...(times.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) throw new Error(`Cannot read the processor time: "${times}"`);
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60e3 + Number(seconds) * 1e3,
    0,
  );
}

function runToEnd({ argv, cwd, env }: Command, more: Record<string, string>): Promise<void> {
  const [program, ...args] = argv;
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env, ...more },
    ...(cwd === undefined ? {} : { cwd }),
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve();
      reject(new Error(`Cannot measure "${argv.join(" ")}": exit code ${code}\n${complaint}`));
    });
  });
}
