/**
 * The HTTP transport, for clients of this machine only. It listens on the loopback address,
 * requires a token, and refuses requests whose Host or Origin is not local: a web page could
 * otherwise reach the port through a name that resolves to 127.0.0.1. Refusals are decided before
 * the body is read.
 */

import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { HoldallError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json/value.ts";
import { ioError } from "../disk/io-error.ts";
import { answerTo, MAX_MESSAGE_BYTES, parseMessage } from "./exchange.ts";
import { checkHeaders, isStateless, isUnknownVersion } from "./http-headers.ts";
import { createReply, type Reply } from "./http-reply.ts";
import { errorReply, idIn, notification, RpcError } from "./json-rpc.ts";
import { stateless } from "./revisions/stateless.ts";
import type { McpServer, Peer } from "./server.ts";

const HOST = "127.0.0.1";
const PATH = "/mcp";
/** After a refusal, the unread rest of a request must not be parsed as the next one. */
const CLOSE = { connection: "close" };
/**
 * Header with a client's session: a random name, so that request ids of different clients are kept
 * apart.
 */
const SESSION = "mcp-session-id";
const SESSION_ID = /^[\x21-\x7e]{1,128}$/;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?$/i;

/** Where the server listens and with which token. */
export interface ListenOptions {
  readonly port: number;
  readonly token: string;
  /** Called with the address as soon as the server listens. */
  onOpen(url: string): void;
  /** Aborted when the server is to end. */
  readonly signal: AbortSignal;
}

/**
 * Serves clients of this machine over HTTP: one POST per message, answered with JSON, or with a stream when
 * there is something to send before the answer. The server keeps nothing between two requests, so that there
 * are no sessions to steal or to lose: a session's name only decides whose request a client cancels.
 */
export async function serveHttp(server: McpServer, options: ListenOptions): Promise<void> {
  const listener = http.createServer((request, response) => {
    void respond(server, options.token, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(options.port, HOST, resolve);
  }).catch((error) => {
    throw refusedPort(error, options.port);
  });
  const { port } = listener.address() as AddressInfo; // A string only for pipes.
  options.onOpen(`http://${HOST}:${port}${PATH}`);
  await new Promise<void>((resolve) => {
    listener.once("close", resolve);
    options.signal.addEventListener("abort", () => {
      listener.close();
      listener.closeAllConnections();
    });
  });
}

function refusedPort(error: unknown, port: number): HoldallError {
  return ioError(error, `listen on ${HOST}:${port}`);
}

async function respond(
  server: McpServer,
  token: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const reply = createReply(response);
  try {
    const refusal = refusalOf(request, token);
    if (refusal !== null) return reply.refuse(refusal.status, { ...CLOSE, ...refusal.headers });
    const text = await readBody(request);
    if (text === null) return reply.refuse(413, CLOSE);
    const message = parseMessage(text);
    const notify = acceptsStream(request) ? reply.notify : null;
    if (isStateless(message, request.headers)) {
      const peer = { scope: Symbol("one request"), notify };
      return await answerStateless(server, message, { peer, request, response, reply });
    }
    if (isUnknownVersion(request.headers)) return reply.refuse(400, CLOSE);
    const session = sessionOf(request) ?? (isInitialize(message) ? randomUUID() : null);
    if (session !== null) response.setHeader(SESSION, session);
    const scope = session ?? Symbol("one request");
    reply.end(await answerTo(server, message, { scope, notify }));
  } catch {
    response.destroy(); // The client has left in the middle of a request.
  }
}

interface Exchange {
  readonly peer: Peer;
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  readonly reply: Reply;
}

/**
 * Answers a request of a revision without sessions: its headers must agree with its body, the status repeats
 * what went wrong, and a client that closes the connection cancels its request.
 */
async function answerStateless(
  server: McpServer,
  message: unknown,
  { peer, request, response, reply }: Exchange,
): Promise<void> {
  const id = idIn(message);
  try {
    checkHeaders(message, request.headers);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return reply.end(errorReply(id, error, stateless.errorCode(error.kind)), 400);
  }
  response.once("close", () => {
    if (response.writableFinished || id === null) return;
    void server.receive(notification("notifications/cancelled", { requestId: id }), peer);
  });
  const answer = await server.receive(message, peer);
  const isUnknownMethod = codeIn(answer) === stateless.errorCode("methodNotFound");
  reply.end(answer, isUnknownMethod ? 404 : 200);
}

function codeIn(answer: JsonObject | null): unknown {
  return isObject(answer?.error) ? answer.error.code : undefined;
}

interface Refusal {
  readonly status: number;
  readonly headers?: http.OutgoingHttpHeaders;
}

/** Why a request is refused before its body is read; null when it is not. */
function refusalOf({ headers, method, url }: http.IncomingMessage, token: string): Refusal | null {
  // A page in a browser may reach this port under a host name of its own: Host or Origin then show it.
  if (!LOOPBACK.test(headers.host ?? "") || !isLoopback(headers.origin)) return { status: 403 };
  if (!isToken(headers.authorization, token)) {
    return { status: 401, headers: { "www-authenticate": "Bearer" } };
  }
  if (new URL(url ?? "/", "http://localhost").pathname !== PATH) return { status: 404 };
  if (method !== "POST") return { status: 405, headers: { allow: "POST" } };
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) return { status: 415 };
  return SESSION_ID.test(String(headers[SESSION] ?? "-")) ? null : { status: 400 };
}

function sessionOf({ headers }: http.IncomingMessage): string | null {
  const session = headers[SESSION];
  return typeof session === "string" ? session : null;
}

function isInitialize(message: unknown): boolean {
  return [message].flat().some((each) => isObject(each) && each.method === "initialize");
}

/** Whether a client can read several messages in answer to one. */
function acceptsStream({ headers }: http.IncomingMessage): boolean {
  return /\btext\/event-stream\b/i.test(headers.accept ?? "");
}

function isLoopback(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const [, host] = /^https?:\/\/(.*)$/i.exec(origin) ?? [];
  return host !== undefined && LOOPBACK.test(host);
}

/** Compared by hash, so that the time it takes reveals nothing about the token. */
function isToken(authorization: string | undefined, token: string): boolean {
  const [, given = ""] = /^Bearer (.+)$/i.exec(authorization ?? "") ?? [];
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

/** A request's body; null when it is larger than a message may be. */
async function readBody(request: http.IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MAX_MESSAGE_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
