import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { delimiter, resolve } from "node:path";

/** What a program took. */
export interface Usage {
  /** Seconds of the processor, of the program and of those that it started. */
  readonly cpu: number;
  readonly seconds: number;
  /** Peak of the memory in MB. */
  readonly megabytes: number;
}

const TIME = "/usr/bin/time";

/** Whether programs can be measured: it needs GNU time. */
export function canMeasure(): boolean {
  return existsSync(TIME);
}

/** Whether a program is on the path, or where an absolute path says. */
export function hasProgram(name: string): boolean {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => existsSync(resolve(folder, name)));
}

/** Runs a program to its end and returns what it took; one that fails is an error. */
export function runTimed(
  scratch: string,
  argv: readonly string[],
  {
    cwd = scratch,
    env = {},
  }: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
): Usage {
  const report = resolve(scratch, "usage");
  const options = { cwd, env: { ...process.env, ...env }, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(TIME, ["-f", "%U %S %e %M", "-o", report, ...argv], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${argv.join(" ")} failed: ${stderr}`);
  const [user = 0, system = 0, seconds = 0, kilobytes = 0] = readFileSync(report, "utf8")
    .trim()
    .split(" ")
    .map(Number);
  rmSync(report);
  return { cpu: user + system, seconds, megabytes: kilobytes / 1024 };
}

/** The run that took the middle time of the processor. */
export function middle(rounds: readonly Usage[]): Usage {
  const sorted = rounds.toSorted((left, right) => left.cpu - right.cpu);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (found === undefined) throw new Error("nothing was measured");
  return found;
}

/** What a program took, and how much it stored, in one line. */
export function describeUsage(
  name: string,
  { cpu, seconds, megabytes }: Usage,
  stored?: number,
): string {
  const taken = `${cpu.toFixed(2)} s of processor, ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB of memory`;
  return `${name}: ${taken}${stored === undefined ? "" : `, ${(stored / 1e6).toFixed(1)} MB`}`;
}
