import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import path from "node:path";

/** The program as it is installed. */
export const launcher = path.join(import.meta.dirname, "../../bin/holdall.cjs");

/** How the program is started. */
export interface Start {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The user to run as, where tests run as root, whom no permission stops. */
  readonly uid?: number;
}

/** What a run of the program said. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const TIME_LIMIT = 60_000;

/** Runs the program to its end. A run that hangs has no exit code. */
export function holdall(args: readonly string[], start: Start = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    ...optionsOf(start),
    encoding: "utf8",
    timeout: TIME_LIMIT,
    killSignal: "SIGKILL",
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, stdout, stderr };
}

/** Runs the program with `--json` and returns what it printed. */
export function holdallJson(
  args: readonly string[],
  start: Start = {},
): Ran & { readonly json: Record<string, unknown> } {
  const ran = holdall([...args, "--json"], start);
  try {
    return { ...ran, json: JSON.parse(ran.stdout) };
  } catch (cause) {
    throw new Error(`no JSON from ${args.join(" ")}: ${ran.stdout}${ran.stderr}`, { cause });
  }
}

/** Starts the program and lets it run. */
export function startHoldall(args: readonly string[], start: Start = {}): ChildProcess {
  return spawn(process.execPath, [launcher, ...args], { ...optionsOf(start), stdio: "pipe" });
}

function optionsOf({ cwd, env, uid }: Start): SpawnOptions & { env: NodeJS.ProcessEnv } {
  // Colours and widths of the terminal that runs the tests must not show.
  const { NO_COLOR, FORCE_COLOR, COLUMNS, ...rest } = process.env;
  return {
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { ...rest, ...env },
  };
}
