/** A server that answers every request with two bytes, with our guards or without; prints its port. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { strangerRefusal } from "../../../src/http/guards.ts";
import { SECURITY_HEADERS } from "../../../src/http/headers.ts";

const isGuarded = process.argv[2] === "guarded";
let port = 0;
const server = http.createServer((request, response) => {
  if (!isGuarded) return void response.writeHead(200).end("{}");
  const refusal = strangerRefusal(request, port);
  response.writeHead(refusal?.status ?? 200, SECURITY_HEADERS).end("{}");
});
server.listen(0, "127.0.0.1", () => {
  ({ port } = server.address() as AddressInfo);
  process.stdout.write(`${port}\n`);
});
