import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { HoldallError } from "../base/errors.ts";
import { isObject } from "../base/json/value.ts";
import { ioError } from "../disk/io-error.ts";
import { answerText, MAX_MESSAGE_BYTES, parseText } from "./exchange.ts";
import { createReply } from "./http-reply.ts";
import { type McpServer, protocolVersions } from "./server.ts";

const HOST = "127.0.0.1";
const PATH = "/mcp";
/** What was not read to its end must not be taken for the next request. */
const CLOSE = { connection: "close" };
/** Which client asks: chosen at random for it when it is greeted, and needed only to tell ids apart. */
const SESSION = "mcp-session-id";
const SESSION_ID = /^[\x21-\x7e]{1,128}$/;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?$/i;

/** Where the server listens and who may speak with it. */
export interface Listening {
  readonly port: number;
  readonly token: string;
  /** Told the address when it is open. */
  onOpen(url: string): void;
  /** Aborted when the server is to end. */
  readonly signal: AbortSignal;
}

/**
 * Serves clients of this machine over HTTP: one POST per message, answered with JSON, or with a stream when
 * there is something to tell before. The server keeps nothing between two requests, so that there are no
 * sessions to steal or to lose: a session's name only says whose request a client calls off.
 */
export async function serveHttp(server: McpServer, listening: Listening): Promise<void> {
  const listener = http.createServer((request, response) => {
    void respond(server, listening.token, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(listening.port, HOST, resolve);
  }).catch((error) => {
    throw refusedPort(error, listening.port);
  });
  const { port } = listener.address() as AddressInfo; // A string only for pipes.
  listening.onOpen(`http://${HOST}:${port}${PATH}`);
  await new Promise<void>((resolve) => {
    listener.once("close", resolve);
    listening.signal.addEventListener("abort", () => {
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
    const refused = refusalOf(request, token);
    if (refused !== null) return reply.refuse(refused.status, { ...CLOSE, ...refused.headers });
    const text = await bodyOf(request);
    if (text === null) return reply.refuse(413, CLOSE);
    const message = parseText(text);
    const session = sessionOf(request) ?? (isGreeting(message) ? randomUUID() : null);
    if (session !== null) response.setHeader(SESSION, session);
    const notify = takesStream(request) ? reply.tell : null;
    const scope = session ?? Symbol("one request");
    reply.end(await answerText(server, message, { scope, notify }));
  } catch {
    response.destroy(); // The client has left in the middle of a request.
  }
}

interface Refused {
  readonly status: number;
  readonly headers?: http.OutgoingHttpHeaders;
}

/** Why a request is not even read; null when it is. */
function refusalOf({ headers, method, url }: http.IncomingMessage, token: string): Refused | null {
  // A page in a browser may reach this port under a name of its own: then Host or Origin say so.
  if (!LOOPBACK.test(headers.host ?? "") || !isLoopback(headers.origin)) return { status: 403 };
  if (!isToken(headers.authorization, token)) {
    return { status: 401, headers: { "www-authenticate": "Bearer" } };
  }
  if (new URL(url ?? "/", "http://localhost").pathname !== PATH) return { status: 404 };
  if (method !== "POST") return { status: 405, headers: { allow: "POST" } };
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) return { status: 415 };
  const version = headers["mcp-protocol-version"];
  const isSpoken = version === undefined || protocolVersions.some((each) => each === version);
  return isSpoken && SESSION_ID.test(String(headers[SESSION] ?? "-")) ? null : { status: 400 };
}

function sessionOf({ headers }: http.IncomingMessage): string | null {
  const session = headers[SESSION];
  return typeof session === "string" ? session : null;
}

function isGreeting(message: unknown): boolean {
  return [message].flat().some((each) => isObject(each) && each.method === "initialize");
}

/** Whether a client can read several messages in answer to one. */
function takesStream({ headers }: http.IncomingMessage): boolean {
  return /\btext\/event-stream\b/i.test(headers.accept ?? "");
}

function isLoopback(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const [, host] = /^https?:\/\/(.*)$/i.exec(origin) ?? [];
  return host !== undefined && LOOPBACK.test(host);
}

/** Compared by hash, so that the time it takes tells nothing about the token. */
function isToken(authorization: string | undefined, token: string): boolean {
  const [, given = ""] = /^Bearer (.+)$/i.exec(authorization ?? "") ?? [];
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

/** A request's body; null when it is larger than a message may be. */
async function bodyOf(request: http.IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MAX_MESSAGE_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
