/** Agents that write to a workspace by calls of one `holdall serve`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { launcher } from "../../../test/support/program.ts";

/** What agents needed for their calls. */
export interface Posted {
  readonly times: readonly number[];
  readonly seconds: number;
}

/** Agents and their server. */
export interface ServedAgents {
  /** Lets agents post at the same time, each to a thread of its own; `total` is over all of them. */
  post(agents: number, total: number): Promise<Posted>;
  /** Lets workers claim requests of a responsibility, one at a time, until none is left; returns what each got. */
  claim(workers: number, id: string): Promise<readonly (readonly string[])[]>;
  end(): Promise<void>;
}

/** Starts a server of a workspace. */
export async function startAgents(cwd: string, store: string): Promise<ServedAgents> {
  const args = [launcher, "serve", "--port", "0", "--json", "--store", store];
  const server = spawn(process.execPath, args, { cwd, env: { ...process.env, HOME: cwd } });
  const [line] = await once(server.stdout, "data");
  const { url, tokens } = JSON.parse(String(line));
  const { origin } = new URL(url);
  const agent = new http.Agent({ keepAlive: true });
  const headers = {
    authorization: `Bearer ${tokens.program}`,
    "content-type": "application/json",
  };
  const call = (path: string, input: object) =>
    new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
      const request = http.request(
        `${origin}/api/v1/${path}`,
        { method: "POST", agent, headers },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part) => {
            text += part;
          });
          response.on("end", () =>
            response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text)),
          );
        },
      );
      request.on("error", reject);
      request.end(JSON.stringify(input));
    });
  return {
    async post(agents, total) {
      const threads: string[] = [];
      for (let at = 0; at < agents; at++) {
        threads.push(String((await call("thread/new", { title: `Agent ${at}` })).thread_id));
      }
      const times: number[] = [];
      const start = performance.now();
      await Promise.all(
        threads.map(async (id, number) => {
          for (let at = 0; at < total / agents; at++) {
            const began = performance.now();
            await call("thread/post", { id, text: `Message ${at} of agent ${number}` });
            times.push(performance.now() - began);
          }
        }),
      );
      return { times, seconds: (performance.now() - start) / 1000 };
    },
    claim: (workers, id) =>
      Promise.all(
        Array.from({ length: workers }, async () => {
          const taken: string[] = [];
          for (;;) {
            const { requests } = await call("request/claim", { id });
            const ids = (requests as readonly { readonly id: string }[]).map((each) => each.id);
            if (ids.length === 0) return taken;
            taken.push(...ids);
          }
        }),
      ),
    async end() {
      agent.destroy();
      server.kill();
      await once(server, "exit");
    },
  };
}
