/**
 * The HTTP transport, for clients of this machine only. The guards are those of the API: it listens on the
 * loopback address, requires a token, and refuses requests of other hosts and origins. Refusals are decided
 * before the body is read.
 */

import { randomUUID } from "node:crypto";
import type http from "node:http";
import { isObject, type JsonObject } from "../base/json/value.ts";
import type { Agent } from "../http/agents.ts";
import { announcesMore, readBody } from "../http/body.ts";
import { createTokenCheck, strangerRefusal, UNKNOWN_CALLER } from "../http/guards.ts";
import { CLOSE } from "../http/headers.ts";
import { type ListenOptions, listen } from "../http/listen.ts";
import { answerTo, MAX_MESSAGE_BYTES, parseMessage } from "./exchange.ts";
import { checkHeaders, isStateless, isUnknownVersion } from "./http-headers.ts";
import { createReply, type Reply } from "./http-reply.ts";
import { errorReply, idIn, notification, RpcError } from "./json-rpc.ts";
import { stateless } from "./revisions/stateless.ts";
import type { McpServer, Peer } from "./server.ts";

/** Where clients find the server. */
const MCP_PATH = "/mcp";
/**
 * Header with a client's session: a random name, so that request ids of different clients are kept
 * apart.
 */
const SESSION = "mcp-session-id";
const SESSION_ID = /^[\x21-\x7e]{1,128}$/;

/** Serves clients of this machine over HTTP until the signal is aborted. */
export async function serveHttp(
  server: McpServer,
  { token, onOpen, ...options }: Omit<ListenOptions, "isKnown"> & { readonly token: string },
): Promise<void> {
  const isToken = createTokenCheck(token);
  const endpoint = createEndpoint(server, async (header) =>
    isToken(header) ? { agent: null } : null,
  );
  const answer = async (
    request: http.IncomingMessage,
    response: http.ServerResponse,
    port: number,
  ) => {
    const refusal = strangerRefusal(request, port);
    if (refusal !== null) return createReply(response).refuse(refusal.status, CLOSE);
    await endpoint(request, response);
  };
  await listen(answer, {
    ...options,
    isKnown: isToken,
    onOpen: (origin, disconnectAll) => onOpen(`${origin}${MCP_PATH}`, disconnectAll),
  });
}

/** Answers a request whose host and origin were checked. */
export type Endpoint = (
  request: http.IncomingMessage,
  response: http.ServerResponse,
) => Promise<void>;

/**
 * Answers clients over HTTP: one POST per message, answered with JSON, or with a stream when there is
 * something to send before the answer. The server keeps nothing between two requests, so that there are no
 * sessions to steal or to lose: a session's name only decides whose request a client cancels.
 */
export function createEndpoint(server: McpServer, findClient: FindClient): Endpoint {
  return async (request, response) => {
    const reply = createReply(response);
    // Who cannot be recognised now, because the workspace does not answer, may come again.
    const client = await findClient(request.headers.authorization).catch(() => undefined);
    if (client === undefined) return reply.refuse(503, CLOSE);
    await respond(server, client, { request, response, reply });
  };
}

/** Finds out by an Authorization header who calls; null for nobody known. */
export type FindClient = (
  authorization: string | undefined,
) => Promise<{ readonly agent: Agent | null } | null>;

async function respond(
  server: McpServer,
  client: { readonly agent: Agent | null } | null,
  { request, response, reply }: Pick<Exchange, "request" | "response" | "reply">,
): Promise<void> {
  if (client === null) return reply.refuse(401, { ...CLOSE, ...UNKNOWN_CALLER.headers });
  const { agent } = client;
  const refusal = refusalOf(request);
  if (refusal !== null) return reply.refuse(refusal.status, { ...CLOSE, ...refusal.headers });
  const body = await readBody(request, MAX_MESSAGE_BYTES);
  if (body === null) return reply.refuse(413, CLOSE);
  const message = parseMessage(body.toString("utf8"));
  const notify = acceptsStream(request) ? reply.notify : null;
  if (isStateless(message, request.headers)) {
    const peer = { scope: Symbol("one request"), notify, agent };
    return answerStateless(server, message, { peer, request, response, reply });
  }
  if (isUnknownVersion(request.headers)) return reply.refuse(400, CLOSE);
  const session = sessionOf(request) ?? (isInitialize(message) ? randomUUID() : null);
  if (session !== null) response.setHeader(SESSION, session);
  const scope = session ?? Symbol("one request");
  reply.end(await answerTo(server, message, { scope, notify, agent }));
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
function refusalOf(request: http.IncomingMessage): Refusal | null {
  const { headers, method, url } = request;
  if (URL.parse(url ?? "/", "http://localhost")?.pathname !== MCP_PATH) return { status: 404 };
  if (method !== "POST") return { status: 405, headers: { allow: "POST" } };
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) return { status: 415 };
  if (announcesMore(request, MAX_MESSAGE_BYTES)) return { status: 413 };
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
