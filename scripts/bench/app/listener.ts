/**
 * A server that is compared with ours; prints its port. It answers every request with two bytes, with our
 * guards or without, or with what a small read of a workspace returns.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { strangerRefusal } from "../../../src/http/guards.ts";
import { SECURITY_HEADERS } from "../../../src/http/headers.ts";
import { keepWorkspaces } from "../../../src/operations/operation/kept-workspaces.ts";
import { loadOperation } from "../../../src/operations/registry.ts";
import { contextIn } from "../../../test/support/operations.ts";

const [, , kind = "", project = ""] = process.argv;
let port = 0;

const answers: Record<string, () => Promise<http.RequestListener>> = {
  bare: async () => (_, response) => void response.writeHead(200).end("{}"),
  guarded: async () => (request, response) => {
    const refusal = strangerRefusal(request, port);
    response.writeHead(refusal?.status ?? 200, SECURITY_HEADERS).end("{}");
  },
  async operation() {
    const operation = await loadOperation("state show");
    const context = { ...contextIn(project), workspaces: keepWorkspaces() };
    return async (_, response) => {
      const text = JSON.stringify(await operation.run(context, {}));
      response.writeHead(200, { "content-length": Buffer.byteLength(text) }).end(text);
    };
  },
};

const answer = await answers[kind]?.();
const server = http.createServer(answer);
server.listen(0, "127.0.0.1", () => {
  ({ port } = server.address() as AddressInfo);
  process.stdout.write(`${port}\n`);
});
