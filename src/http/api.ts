/**
 * The API: `/api/v1/<words of the operation>`. Everything that can be refused is refused before the body
 * is read: the caller, the route, its method, the type and the size.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { argumentsOf } from "../operations/operation/arguments.ts";
import type { OperationContext } from "../operations/operation/operation.ts";
import { packageVersion } from "../operations/operation/package-version.ts";
import { asHoldallError } from "../operations/operation/remote-call.ts";
import { createSerialQueue, type SerialQueue } from "../operations/operation/serial-queue.ts";
import { runApart } from "./apart.ts";
import { announcesMore, readBody } from "./body.ts";
import { answerCall } from "./call.ts";
import { type Caller, createCallerCheck } from "./caller.ts";
import { followThread } from "./follow.ts";
import { type Refusal, UNKNOWN_CALLER } from "./guards.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import { bodyInput, type InputKeys, inputOf, queryInput } from "./input.ts";
import { problemOf, refuse, sendProblem } from "./problem.ts";
import { createRehearsals } from "./rehearsals.ts";
import { loadRoutes, type Route } from "./routes.ts";
import type { ApiSettings } from "./settings.ts";
import type { Target } from "./target.ts";
import { checkUpload } from "./upload.ts";

/** Where the API begins. */
export const API = "/api/v1/";
/** The largest input. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024;
/** How many requests may be open at once: those that wait for their turn, and those that are followed. */
const MAX_OPEN = 64;
const FOLLOW = "thread/follow";
const CHECK = "bundle/check";
const DESCRIPTION = "openapi.json";
const TOKEN = "token";
/**
 * What reads the sessions of agents, which may take a minute, and of the workspace little or nothing: each has
 * its own turn and its own connection, so that the other screens need not wait for it.
 */
const BESIDE = ["search", "show"] as const;
/** What may compute for minutes without a pause: each runs in a process of its own, one at a time. */
const APART = ["handoff", "import"] as const;

/** Answers a request to the API. */
export type Api = (
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
) => Promise<void>;

/** Creates the API over the operations table. */
export async function createApi(settings: ApiSettings): Promise<Api> {
  const routes = await loadRoutes();
  const callerOf = createCallerCheck(settings.tokens);
  const rehearsals = createRehearsals(settings.now);
  // What does not open the workspace need not wait for what does.
  const inOtherTurn = createSerialQueue();
  const ownTurns = new Map<string, SerialQueue>(
    [...BESIDE, ...APART].map((path) => [path, createSerialQueue()]),
  );
  const apart = new Set<string>(APART);
  let open = 0;

  /** What a caller has, as OpenAPI; built once for each kind. */
  const descriptions = new Map<Caller, string>();
  async function describe(request: IncomingMessage, response: ServerResponse, caller: Caller) {
    if (request.method !== "GET") {
      return refuse(response, { status: 405, detail: "it takes GET", headers: { allow: "GET" } });
    }
    const { describeApi } = await import("./openapi.ts");
    const made = descriptions.get(caller);
    const text = made ?? JSON.stringify(describeApi(routes.values(), caller, packageVersion()));
    descriptions.set(caller, text);
    sendText(response, text);
  }

  /** Gives the person's token to the browser that this server has opened. */
  function exchangeCode({ method, headers }: IncomingMessage, response: ServerResponse): void {
    const isFirst = method === "POST" && settings.launch?.redeem(headers.authorization);
    if (isFirst) sendText(response, JSON.stringify({ token: settings.tokens.person }));
    else refuse(response, UNKNOWN_CALLER);
  }

  async function answer(request: IncomingMessage, response: ServerResponse, target: Target) {
    const path = target.pathname.slice(API.length);
    if (path === TOKEN) return exchangeCode(request, response);
    const caller = callerOf(request.headers.authorization);
    if (caller === null) return refuse(response, UNKNOWN_CALLER);
    if (path === FOLLOW) return followThread({ request, response, target, caller, settings });
    if (path === DESCRIPTION) return describe(request, response, caller);
    if (path === CHECK) {
      return checkUpload({ request, response, target, caller, settings, inTurn: inOtherTurn });
    }
    const route = routes.get(path);
    const refusal = refusalOf(request, caller, route);
    if (refusal !== null || route === undefined) return refuse(response, refusal ?? UNKNOWN_ROUTE);
    try {
      const given = await givenIn(request, { route, caller, target });
      if (given === null) return refuse(response, TOO_LARGE);
      const { store, actors } = settings;
      const fixed = { store, actor: actors[caller], origin: "http" };
      const input = inputOf(route, caller, given, fixed);
      rehearsals.require(route, input);
      const ownTurn = ownTurns.get(route.path);
      const inTurn = ownTurn ?? (opensWorkspace(route) ? settings.inTurn : inOtherTurn);
      const { operation } = route;
      const run = (context: OperationContext) =>
        apart.has(route.path)
          ? runApart(settings.program, { operation: operation.name, input }, context)
          : operation.run(context, input);
      const isRead = route.effect === "read";
      const workspaces = ownTurn === undefined ? settings.workspaces : undefined;
      const bound = { ...settings, workspaces };
      const call = { run, isRead, caller, request, response, settings: bound, inTurn };
      if (await answerCall(call)) rehearsals.note(route, input);
    } catch (error) {
      // A client that left in the middle of its request is answered nothing.
      if (response.headersSent || request.errored !== null) throw error;
      sendProblem(response, problemOf(asHoldallError(error)));
    }
  }

  return async (request, response, target) => {
    if (open >= MAX_OPEN) return refuse(response, BUSY);
    open++;
    response.once("close", () => {
      open--;
    });
    await answer(request, response, target);
  };
}

function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, { ...SECURITY_HEADERS, "content-type": "application/json" }).end(text);
}

const UNKNOWN_ROUTE: Refusal = { status: 404, detail: "there is no such route" };
const TOO_LARGE: Refusal = {
  status: 413,
  detail: `an input has at most ${MAX_INPUT_BYTES} bytes`,
};
const BUSY: Refusal = {
  status: 503,
  detail: "too many requests are open",
  headers: { "retry-after": "1" },
};

/** Why a call is refused unread; null when it is not. */
function refusalOf(
  request: IncomingMessage,
  caller: Caller,
  route: Route | undefined,
): Refusal | null {
  // A program learns nothing of routes that it is not offered.
  if (!route?.callers.includes(caller)) return UNKNOWN_ROUTE;
  const methods = route.effect === "read" ? ["GET", "POST"] : ["POST"];
  if (!methods.includes(request.method ?? "")) {
    const allow = methods.join(", ");
    return { status: 405, detail: `it takes ${allow}`, headers: { allow } };
  }
  if (request.method === "GET") return null;
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    return { status: 415, detail: "the body must be application/json" };
  }
  return announcesMore(request, MAX_INPUT_BYTES) ? TOO_LARGE : null;
}

/** What a caller sent with a call; null when it is too large. */
async function givenIn(
  request: IncomingMessage,
  { route, caller, target }: { route: Route; caller: Caller; target: Target },
): Promise<InputKeys | null> {
  if (request.method === "GET") return queryInput(route, caller, target.searchParams);
  const body = await readBody(request, MAX_INPUT_BYTES);
  return body === null ? null : bodyInput(route, body);
}

function opensWorkspace({ operation }: Route): boolean {
  return argumentsOf(operation).some(({ key }) => key === "store");
}
