import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { reachable, type User } from "./other-user.ts";

const root = path.join(import.meta.dirname, "../..");

/** The program as it is installed. */
export const launcher = path.join(root, "bin/holdall.cjs");

/** How the program is started. */
export interface Start {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The user to run as, when it is another one. */
  readonly user?: User | Record<string, never>;
}

/** What a run of the program said. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The same of a command that printed JSON. */
export interface RanJson extends Ran {
  readonly json: Record<string, unknown>;
}

const TIME_LIMIT = 60_000;

/** Runs the program to its end. A run that hangs has no exit code. */
export function holdall(args: readonly string[], start: Start = {}): Ran {
  const { command, options } = commandOf(start);
  const { status, stdout, stderr } = spawnSync(command[0], [command[1], ...args], {
    ...options,
    encoding: "utf8",
    timeout: TIME_LIMIT,
    killSignal: "SIGKILL",
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, stdout, stderr };
}

/** Runs the program with `--json` and returns what it printed. */
export function holdallJson(args: readonly string[], start: Start = {}): RanJson {
  return withJson(args, holdall([...args, "--json"], start));
}

/** What was printed, also as the JSON that it is. */
export function withJson(args: readonly string[], ran: Ran): RanJson {
  try {
    return { ...ran, json: JSON.parse(ran.stdout) };
  } catch (cause) {
    throw new Error(`no JSON from ${args.join(" ")}: ${ran.stdout}${ran.stderr}`, { cause });
  }
}

/** Starts the program and lets it run. */
export function startHoldall(args: readonly string[], start: Start = {}): ChildProcess {
  const { command, options } = commandOf(start);
  return spawn(command[0], [command[1], ...args], { ...options, stdio: "pipe" });
}

interface Command {
  readonly command: readonly [node: string, launcher: string];
  readonly options: SpawnOptions & { readonly env: NodeJS.ProcessEnv };
}

function commandOf({ cwd, env, user = {} }: Start): Command {
  // Colours and widths of the terminal that runs the tests must not show.
  const { NO_COLOR, FORCE_COLOR, COLUMNS, ...rest } = process.env;
  const here = cwd === undefined ? {} : { cwd };
  if (!("uid" in user)) {
    return {
      command: [process.execPath, launcher],
      options: { ...here, env: { ...rest, ...env } },
    };
  }
  const node = path.basename(process.execPath);
  const nodeFolder = reachable(path.dirname(process.execPath), [node]);
  const program = reachable(root, ["bin", "dist", "package.json"]);
  return {
    command: [path.join(nodeFolder, node), path.join(program, "bin/holdall.cjs")],
    // Whose home folder is not that of the user who runs the tests.
    options: { ...here, ...user, env: { ...rest, HOME: "/nonexistent", ...env } },
  };
}
