import { type ChildProcess, spawn } from "node:child_process";
import http from "node:http";
import { join } from "node:path";
import { launcher } from "../../../test/support/program.ts";
import type { Meter } from "../measure.ts";

const preload = join(import.meta.dirname, "../report-usage.cjs");

/** A process whose processor time is measured without that of whoever talks to it. */
interface MeasuredProcess {
  /** What it printed first. */
  readonly line: string;
  /** The processor time that it has taken so far, in ms. */
  used(): Promise<number>;
  /** Measures what it takes for a piece of work of a client. */
  meter(work: () => Promise<unknown>): Meter;
  end(): Promise<void>;
}

/** Where a process runs. */
interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program of Node and waits for its first line. */
async function startProcess(
  args: readonly string[],
  { cwd, env = {} }: Surroundings = {},
): Promise<MeasuredProcess> {
  const child = spawn(process.execPath, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env, NODE_OPTIONS: `--require=${JSON.stringify(preload)}` },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const line = await firstLine(child);
  const used = () =>
    new Promise<number>((resolve) => {
      child.once("message", (value) => resolve(Number(value)));
      child.send("usage");
    });
  return {
    line,
    used,
    meter: (work) => async () => {
      const start = await used();
      await work();
      return (await used()) - start;
    },
    async end() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("\n")) resolve(text);
    });
    child.once("exit", () => reject(new Error("the measured program has ended")));
  });
}

/** A server of a workspace that is measured. */
export interface MeasuredServer extends MeasuredProcess {
  readonly origin: string;
  readonly token: string;
  /** Calls an operation with GET, over one connection. */
  get(path: string): Promise<string>;
  /** Calls an operation with POST, over the same connection. */
  post(path: string, input: object): Promise<string>;
}

/** Starts the built program as `holdall serve`. */
export async function startMeasured(
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredServer> {
  const args = [launcher, "serve", "--port", "0", "--json"];
  const measured = await startProcess(args, { cwd, env });
  const { url } = JSON.parse(measured.line) as { url: string };
  const { origin, hash } = new URL(url);
  const token = hash.replace("#token=", "");
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const send = (path: string, method: string, body?: string) =>
    request(`${origin}/api/v1/${path}`, { method, headers, agent }, body);
  return {
    ...measured,
    origin,
    token,
    get: (path) => send(path, "GET"),
    post: (path, input) => send(path, "POST", JSON.stringify(input)),
    async end() {
      agent.destroy();
      await measured.end();
    },
  };
}

/** A server of `listener.ts`. */
export interface Listener extends MeasuredProcess {
  /** Sends GET, over one connection. */
  get(path: string): Promise<string>;
}

/** Starts a server that ours is compared with. */
export async function startListener(
  kind: "guarded" | "bare" | "operation",
  surroundings: Surroundings = {},
): Promise<Listener> {
  const listener = join(import.meta.dirname, "listener.ts");
  const measured = await startProcess([listener, kind], surroundings);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ...measured,
    get: (path) => request(`http://127.0.0.1:${Number(measured.line)}${path}`, { agent }),
    async end() {
      agent.destroy();
      await measured.end();
    },
  };
}

/** Sends a request and returns the body of an answer that went well. */
function request(url: string, options: http.RequestOptions, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = http.request(url, options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.once("end", () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url}: ${response.statusCode} ${text.slice(0, 300)}`));
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
