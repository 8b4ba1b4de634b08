import assert from "node:assert/strict";
import { after } from "node:test";
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { launcher, startHoldall } from "./program.ts";

/** Ends what a failed test left running, which would keep the tests from ending. */
const running = new Set<() => unknown>();
after(() => Promise.all([...running].map((end) => end())));

/** What a call of a tool gave, as far as the tests look at it. */
export interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Record<string, unknown>;
}

/** Calls a tool and takes its result apart. */
export async function call(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Called> {
  const result = await client.callTool({ name, arguments: input });
  const [first] = result.content;
  return {
    isError: result.isError === true,
    text: first?.type === "text" ? first.text : "",
    structured: Object(result.structuredContent),
  };
}

/** The code of a refusal. */
export function codeOf({ structured }: Called): string {
  return String(Object(structured.error).code);
}

/** Lets the protocol's own client speak with a server over its standard input and output. */
export async function connectStdio(
  cwd: string,
  flags: readonly string[] = [],
  options: ClientOptions = {},
  more: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client({ name: "tests", version: "1" }, options);
  const args = [launcher, "mcp", ...flags];
  running.add(() => client.close());
  // The protocol's client hands on a few variables only; the user's own settings are in none of them.
  const env = { XDG_CONFIG_HOME: process.env.XDG_CONFIG_HOME ?? "", ...more };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env }));
  return client;
}

/** A server that listens on a port. */
export interface HttpServer {
  readonly url: string;
  readonly token: string;
  connect(options?: ClientOptions): Promise<Client>;
  /** Ends it and returns its exit code. */
  end(): Promise<number | null>;
}

/** Starts a server on a free port. */
export async function startHttp(cwd: string, args: readonly string[] = []): Promise<HttpServer> {
  const child = startHoldall(["mcp", "--http", "0", ...args], { cwd });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  running.add(() => child.kill());
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on("data", (chunk) => {
      output += chunk;
      const found = /listening on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`the server has ended: ${output}`)));
  });
  const token = /token: (\S+)/.exec(output)?.[1] ?? "";
  return {
    url,
    token,
    connect: async (options = {}) => {
      const client = new Client({ name: "tests", version: "1" }, options);
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      return client;
    },
    end: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** A server and the protocol's own client that speaks with it. */
export interface Served {
  readonly client: Client;
  end(): Promise<void>;
}

/** Both ways to speak with a server that is started with some words. */
export function waysToServe(
  cwd: string,
  args: readonly string[],
  options: ClientOptions = {},
): Readonly<Record<string, () => Promise<Served>>> {
  return {
    "standard input and output": async () => {
      const client = await connectStdio(cwd, args, options);
      return { client, end: () => client.close() };
    },
    HTTP: async () => {
      const server = await startHttp(cwd, args);
      const client = await server.connect(options);
      const end = async () => {
        await client.close();
        assert.equal(await server.end(), 0);
      };
      return { client, end };
    },
  };
}
