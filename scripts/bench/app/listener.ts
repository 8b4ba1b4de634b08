/**
 * A server that is compared with ours; prints its port. It answers every request with two bytes, with our
 * guards or without, or with what small reads of the workspace in this folder return. It also measures the
 * reads without HTTP.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { strangerRefusal } from "../../../src/http/guards.ts";
import { SECURITY_HEADERS } from "../../../src/http/headers.ts";
import { loadOperation } from "../../../src/operations/registry.ts";
import { keepWorkspaces } from "../../../src/runtime/kept-workspaces.ts";
import { contextIn } from "../../../test/support/operations.ts";
import { CALLS, READS } from "./reads.ts";

const [, , kind = ""] = process.argv;
let port = 0;

const answers: Record<string, () => Promise<http.RequestListener>> = {
  bare: async () => (_, response) => void response.writeHead(200).end("{}"),
  guarded: async () => (request, response) => {
    const refusal = strangerRefusal(request, port);
    response.writeHead(refusal?.status ?? 200, SECURITY_HEADERS).end("{}");
  },
  async operation() {
    const context = { ...contextIn(process.cwd()), workspaces: keepWorkspaces() };
    const routes = new Map<string, () => Promise<unknown>>();
    for (const name of READS) {
      const operation = await loadOperation(name);
      const run = () => operation.run(context, {});
      const path = `/${name.replaceAll(" ", "/")}`;
      routes.set(path, run);
      routes.set(`/loop${path}`, () => loop(run));
      routes.set(`/pauses${path}`, () => afterPauses(run));
    }
    return async ({ url = "" }, response) => {
      const text = JSON.stringify(await routes.get(url)?.());
      response.writeHead(200, { "content-length": Buffer.byteLength(text) }).end(text);
    };
  },
};

/** The processor time of calls one after the other, in ms. */
async function loop(work: () => Promise<unknown>): Promise<number> {
  for (let call = 0; call < CALLS; call++) await work(); // Warms the caches again.
  const start = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) await work();
  return msSince(start);
}

/** The processor time of calls that each follow a pause; that of the pauses does not count. */
async function afterPauses(work: () => Promise<unknown>): Promise<number> {
  let used = 0;
  for (let call = 0; call < CALLS; call++) {
    await wait(1);
    const start = process.cpuUsage();
    await work();
    used += msSince(start);
  }
  return used;
}

function msSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const answer = await answers[kind]?.();
const server = http.createServer(answer);
server.listen(0, "127.0.0.1", () => {
  ({ port } = server.address() as AddressInfo);
  process.stdout.write(`${port}\n`);
});
