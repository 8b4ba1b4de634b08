/** Listens on the loopback address, within limits that one client cannot use up for the others. */

import http from "node:http";
import type { AddressInfo } from "node:net";
import { ioError } from "../disk/io-error.ts";
import { createConnections } from "./connections.ts";
import { LOOPBACK } from "./guards.ts";
import { unreadableAnswer } from "./problem.ts";

/** Where a server listens, and until when. */
export interface ListenOptions {
  readonly port: number;
  /** Called with the address as soon as the server listens, and with what ends all its connections. */
  onOpen(origin: string, disconnectAll: () => void): void;
  /** Whether a header has a token of this server; its connection is not given to another meanwhile. */
  isKnown(authorization: string | undefined): boolean;
  /** Aborted when the server is to end. */
  readonly signal: AbortSignal;
}

/** Answers one request; `port` is the one that the server listens on. */
export type Answer = (
  request: http.IncomingMessage,
  response: http.ServerResponse,
  port: number,
) => Promise<void>;

const LIMITS: http.ServerOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  /** A body that arrives more slowly ends with 408: a blocked client must not keep its place. */
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 30_000,
};
const MAX_CONNECTIONS = 256;

/** Serves requests until the signal is aborted. */
export async function listen(answer: Answer, options: ListenOptions): Promise<void> {
  let port = options.port;
  const connections = createConnections(MAX_CONNECTIONS);
  const server = http.createServer(LIMITS, (request, response) => {
    if (options.isKnown(request.headers.authorization)) connections.protect(request, response);
    // The client has left in the middle of a request, or the answer failed: nothing more can be said.
    answer(request, response, port).catch(() => response.destroy());
  });
  server.on("connection", connections.admit);
  server.on("clientError", (error, socket) => {
    if (socket.writable) socket.end(unreadableAnswer(Object(error).code));
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, LOOPBACK, resolve);
  }).catch((error) => {
    throw ioError(error, `listen on ${LOOPBACK}:${options.port}`);
  });
  ({ port } = server.address() as AddressInfo); // A string only for pipes.
  options.onOpen(`http://${LOOPBACK}:${port}`, () => server.closeAllConnections());
  await new Promise<void>((resolve) => {
    server.once("close", resolve);
    options.signal.addEventListener("abort", () => {
      server.close();
      server.closeAllConnections();
    });
  });
}
