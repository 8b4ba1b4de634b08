import http from "node:http";
import { after } from "node:test";
import { type Start, startHoldall } from "./program.ts";

/** Ends what a failed test left running, which would keep the tests from ending. */
const running = new Set<() => unknown>();
after(() => Promise.all([...running].map((end) => end())));

/** What a server answered. */
export interface Answered {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; null when it is none. */
  readonly json: Record<string, unknown> | null;
}

/** What is sent. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A server that listens on a port. */
export interface Served {
  readonly pid: number;
  readonly origin: string;
  readonly port: number;
  readonly tokens: { readonly person: string; readonly program: string };
  /** What it printed as errors. */
  faults(): string;
  send(path: string, sent?: Sent): Promise<Answered>;
  /** Calls an operation with POST. */
  call(caller: "person" | "program", path: string, input?: object): Promise<Answered>;
  /** Ends it and returns its exit code. */
  end(): Promise<number | null>;
}

/** Starts `holdall serve` on a free port. */
export async function startServe(
  cwd: string,
  env: Start["env"] = {},
  options: readonly string[] = [],
): Promise<Served> {
  const child = startHoldall(["serve", "--port", "0", "--json", ...options], { cwd, env });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  running.add(() => child.kill());
  let faults = "";
  child.stderr?.on("data", (chunk) => {
    faults += chunk;
  });
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) resolve(text);
    });
    void ended.then(() => reject(new Error(`the server has ended: ${faults}`)));
  });
  const { url, tokens } = JSON.parse(line);
  const { origin, port } = new URL(url);
  const sendTo = (path: string, sent: Sent = {}) => send(`${origin}${path}`, sent);
  return {
    pid: Number(child.pid),
    origin,
    port: Number(port),
    tokens,
    faults: () => faults,
    send: sendTo,
    call: (caller, path, input = {}) =>
      sendTo(`/api/v1/${path}`, {
        method: "POST",
        headers: { ...bearer(tokens[caller]), "content-type": "application/json" },
        body: JSON.stringify(input),
      }),
    end: () => {
      child.kill();
      return ended;
    },
  };
}

/** The header with a token. */
export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** Sends one request, with whatever headers it has: `fetch` would set some by itself. */
function send(url: string, { method = "GET", headers = {}, body }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part) => parts.push(part));
      response.once("error", reject);
      response.once("end", () => {
        const text = Buffer.concat(parts).toString();
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, headers: answered, text, json: parseOrNull(text) });
      });
    });
    request.once("error", reject);
    request.end(body);
  });
}

function parseOrNull(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
