import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { launcher } from "../../test/support/program.ts";

/** A server of the program over its standard input and output. */
export interface BenchServer {
  /** Sends a request and answers with its result. */
  ask(method: string, params: object): Promise<Readonly<Record<string, unknown>>>;
  end(): Promise<void>;
}

/** Starts the server in a project. */
export async function startServer(cwd: string, args: readonly string[] = []): Promise<BenchServer> {
  const child = spawn(process.execPath, [launcher, "mcp", ...args], { cwd });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  return {
    async ask(method, params) {
      const message = { jsonrpc: "2.0", id: ++id, method, params };
      child.stdin.write(`${JSON.stringify(message)}\n`);
      const { value } = await lines.next();
      const { result } = JSON.parse(String(value));
      if (result === undefined || result.structuredContent?.ok === false) throw new Error(value);
      return result;
    },
    end: () =>
      new Promise<void>((resolve) => {
        child.once("close", () => resolve());
        child.stdin.end();
      }),
  };
}
