/** Files of the folder that a container has at `ENTRY_FOLDER`. */
export const entryFiles = {
  script: "entry.mjs",
  order: "entry.json",
  hosts: "hosts",
  /** The socket that is open while both sides are alive, and on which the script reports how the program ended. */
  life: "life",
} as const;

/** Where a container has the entry script, its order and the sockets. */
export const ENTRY_FOLDER = "/holdall/run";

/** What the entry script does. */
export interface EntryOrder {
  /** The program's name or paths in the container; the first that is there is started. */
  readonly programs: readonly string[];
  readonly args: readonly string[];
  /** What it says when none is there. */
  readonly missing: string;
  /** Where it listens, and the socket of `ENTRY_FOLDER` that leads out. */
  readonly addresses: readonly {
    readonly host: string;
    readonly port: number;
    readonly socket: string;
  }[];
}

/**
 * The first process of a container: it forwards the model's address through a socket, starts the program, and ends with
 * it. It also ends when the process that owns the socket does, so that no container outlives it.
 */
export const entryScript = `// Written by holdall: the first process of a container.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { pipeline } from "node:stream";

const folder = ${JSON.stringify(ENTRY_FOLDER)};
const order = JSON.parse(fs.readFileSync(path.join(folder, "${entryFiles.order}"), "utf8"));

function end(code, message) {
  if (message) fs.writeSync(2, "holdall: " + message + "\\n");
  process.exit(code);
}

const life = net.connect(path.join(folder, "${entryFiles.life}"));
life.on("error", (error) => end(125, "cannot reach the host: " + error.message));
life.on("close", () => end(125));
life.resume();
await once(life, "connect");

for (const { host, port, socket } of order.addresses) {
  const server = net.createServer((inside) => {
    const outside = net.connect(path.join(folder, socket));
    pipeline(inside, outside, inside, () => undefined);
  });
  server.listen(port, host);
  await once(server, "listening");
}

function find(name) {
  const folders = name.includes("/") ? [""] : (process.env.PATH || "").split(":");
  const files = folders.map((each) => path.join(each, name));
  return files.find((file) => {
    try {
      fs.accessSync(file, fs.constants.X_OK);
      return fs.statSync(file).isFile();
    } catch {
      return false;
    }
  });
}

const program = order.programs.map(find).find((file) => file !== undefined);
if (program === undefined) end(127, order.missing);
const child = spawn(program, order.args, { stdio: "inherit" });
child.on("error", (error) => end(127, order.missing + " (" + error.message + ")"));
child.on("exit", (exitCode, signal) => {
  // Reported here as well: not every container program passes on the exit code.
  life.write(JSON.stringify({ exitCode, signal }), () => end(exitCode ?? 128));
});
`;
