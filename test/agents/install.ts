/** Puts the pinned programs into a cache folder outside the package, and finds them there. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createBrotliDecompress } from "node:zlib";
import { namesOf } from "../../src/base/registry.ts";
import { type AgentName, type DriverName, type Program, programs } from "./programs.ts";

const run = promisify(execFile);

/** A program that can be started. */
export interface InstalledProgram<Name extends string> {
  readonly name: Name;
  readonly version: string;
  /** The executable, named after the agent. */
  readonly command: string;
}

/** An agent that can be started. */
export interface InstalledAgent extends InstalledProgram<AgentName> {
  /** How it is driven, where that is not by its name. */
  readonly driver?: DriverName;
}

/** Everything that was found, by agent. */
export type InstalledAgents = ReadonlyMap<AgentName, InstalledAgent>;

type Installable = Pick<Program, "version" | "executables" | "omitsOptional">;
type Programs<Name extends string> = Readonly<Record<Name, Installable>>;

const INSTALL_LIMIT_MS = 10 * 60_000;
const LOCK_LOOK_MS = 500;
const platform = `${process.platform}-${process.arch}`;

/** The folder of the programs: `HOLDALL_AGENT_CACHE`, else one in the user's cache. */
export function agentCache(): string {
  const named = process.env.HOLDALL_AGENT_CACHE;
  if (named !== undefined && named !== "") return path.resolve(named);
  const caches =
    process.platform === "darwin"
      ? path.join(os.homedir(), "Library/Caches")
      : (process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), ".cache"));
  return path.join(caches, "holdall/agents");
}

/** The agents that are in the cache at their pinned versions. Nothing is installed. */
export function findAgents(): Promise<InstalledAgents> {
  return findPrograms(programs);
}

/** The programs of a table that are in the cache at their pinned versions. Nothing is installed. */
export async function findPrograms<Name extends string>(
  table: Programs<Name>,
): Promise<ReadonlyMap<Name, InstalledProgram<Name>>> {
  const found = await Promise.all(namesOf(table).map((name) => findProgram(name, table[name])));
  return new Map(found.filter((each) => each !== null).map((each) => [each.name, each]));
}

/**
 * Installs what is missing, one program after the other. Each comes whole or not at all: it is
 * fetched beside its place, checked against its lock and started once before it is moved there.
 */
export async function installPrograms<Name extends string>(
  table: Programs<Name>,
  wanted: readonly Name[] = namesOf(table),
): Promise<ReadonlyMap<Name, InstalledProgram<Name>>> {
  await fs.mkdir(agentCache(), { recursive: true });
  for (const name of wanted) {
    if ((await findProgram(name, table[name])) !== null) continue;
    await whileLocked(name, async () => {
      // Another may have been quicker.
      if ((await findProgram(name, table[name])) === null) await install(name, table[name]);
    });
  }
  return findPrograms(table);
}

function placeOf(name: string, { version }: Installable): string {
  return path.join(agentCache(), `${name}-${version}-${platform}`);
}

async function findProgram<Name extends string>(
  name: Name,
  program: Installable,
): Promise<InstalledProgram<Name> | null> {
  const command = path.join(placeOf(name, program), "bin", name);
  const isThere = await fs.access(command, fs.constants.X_OK).then(
    () => true,
    () => false,
  );
  return isThere ? { name, version: program.version, command } : null;
}

async function install(name: string, program: Installable): Promise<void> {
  const executable = program.executables[platform];
  if (executable === undefined) throw new Error(`Cannot install ${name}: no build for ${platform}`);
  const folder = path.join(agentCache(), `.${name}-${randomUUID()}`);
  try {
    await fs.cp(path.join(import.meta.dirname, "locks", name), folder, {
      recursive: true,
    });
    await npmCi(folder, program.omitsOptional ? ["--omit=optional"] : []);
    await fs.mkdir(path.join(folder, "bin"));
    await putCommand(path.join(folder, "node_modules", executable), path.join(folder, "bin", name));
    await checkVersion(name, program, folder);
    await fs.rename(folder, placeOf(name, program));
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** A program that its package has compressed, and that a script of the package would decompress, is decompressed here. */
async function putCommand(executable: string, command: string): Promise<void> {
  if (!executable.endsWith(".br")) {
    await fs.symlink(path.relative(path.dirname(command), executable), command);
    return;
  }
  await pipeline(
    createReadStream(executable),
    createBrotliDecompress(),
    createWriteStream(command),
  );
  await fs.rm(executable);
}

/** Scripts of packages are not run: nothing that is needed here is made by one. */
async function npmCi(folder: string, more: readonly string[]): Promise<void> {
  const args = ["ci", ...more, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", args, { cwd: folder, timeout: INSTALL_LIMIT_MS, maxBuffer: 16 << 20 });
}

/** Starts a program once, in a home of its own. */
async function checkVersion(name: string, program: Installable, folder: string): Promise<void> {
  const command = path.join(folder, "bin", name);
  await fs.chmod(command, 0o755);
  const home = path.join(folder, "first-home");
  await fs.mkdir(home);
  const nodeFirst = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ""}`;
  const env = { PATH: nodeFirst, HOME: home, PWD: home };
  const { stdout, stderr } = await run(command, ["--version"], { cwd: home, env, timeout: 60_000 });
  await fs.rm(home, { recursive: true, force: true });
  const { version } = program;
  if (`${stdout}${stderr}`.includes(version)) return; // pi prints it on standard error.
  throw new Error(`Cannot use ${name}: it is not version ${version} but says "${stdout}${stderr}"`);
}

/** Runs alone among the processes of this machine that install the same program. */
async function whileLocked(name: string, work: () => Promise<void>): Promise<void> {
  const lock = path.join(agentCache(), `.${name}.lock`);
  while (!(await takeLock(lock))) await sleep(LOCK_LOOK_MS);
  try {
    await work();
  } finally {
    await fs.rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await fs.writeFile(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const owner = Number(await fs.readFile(lock, "utf8").catch(() => ""));
    // An empty file is a lock whose owner is just writing its number.
    if (owner > 0 && !isAlive(owner)) await fs.rm(lock, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
