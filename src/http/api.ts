/**
 * The API: `/api/v1/<words of the operation>`. Everything that can be refused is refused before the body
 * is read: the caller, the route, its method, the type and the size.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { OperationContext } from "../runtime/operation-context.ts";
import { packageVersion } from "../runtime/package-version.ts";
import { asHoldallError } from "../runtime/remote/remote-call.ts";
import { effectRefusal, requireActor } from "./agents.ts";
import { announcesMore, readBody } from "./body.ts";
import { answerCall } from "./call.ts";
import { type Caller, type CallerCheck, identify } from "./caller.ts";
import { createDispatcher } from "./dispatch.ts";
import { followThread } from "./follow.ts";
import { GET_ONLY, type Refusal, UNKNOWN_CALLER } from "./guards.ts";
import { CLOSE, JSON_HEADERS } from "./headers.ts";
import { bodyInput, type InputKeys, inputOf, queryInput } from "./input.ts";
import type { Meter } from "./meter.ts";
import { createOpenCalls, type OpenCalls } from "./open-calls.ts";
import { problemOf, refuse, sendProblem } from "./problem.ts";
import { createRehearsals } from "./rehearsals.ts";
import { loadRoutes, type Route } from "./routes.ts";
import { createServedProjects } from "./served-projects.ts";
import type { ApiSettings } from "./settings.ts";
import type { Target } from "./target.ts";
import { checkUpload } from "./upload.ts";

/** Where the API begins. */
export const API = "/api/v1/";
/** The largest input. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024;
/** How many requests of a kind of caller may be open at once: programs do not keep the person out, and agents of a team may all follow a thread. */
const MAX_OPEN = { person: 64, program: 128, agent: 256 };
const FOLLOW = "thread/follow";
const CHECK = "bundle/check";
const DESCRIPTION = "openapi.json";
const TOKEN = "token";

/** Answers a request to the API. */
export type Api = (
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
) => Promise<void>;

/** Creates the API over the operations table. */
export async function createApi(
  settings: ApiSettings,
  callers: CallerCheck,
  meter: Meter,
): Promise<Api> {
  const routes = await loadRoutes();
  const rehearsals = createRehearsals(settings.now);
  const dispatcher = createDispatcher(settings);
  const describe = createDescriber(routes);
  const projects = createServedProjects(settings, dispatcher.inOtherTurn);
  const openCalls: Readonly<Record<Caller, OpenCalls>> = {
    person: createOpenCalls(MAX_OPEN.person),
    program: createOpenCalls(MAX_OPEN.program),
    agent: createOpenCalls(MAX_OPEN.agent),
  };

  return async function answer(request: IncomingMessage, response: ServerResponse, target: Target) {
    const path = target.pathname.slice(API.length);
    if (path === TOKEN) return exchangeCode(settings, request, response);
    const identity = await identify(callers, request, response);
    if (identity === null) return;
    const { caller, agent } = identity;
    if (!openCalls[caller].enter(request, response)) return refuse(response, BUSY);
    const asked = { request, response, target, ...identity, settings };
    if (path === FOLLOW) return followThread(asked);
    if (path === DESCRIPTION) return describe(request, response, caller);
    if (path === CHECK) return checkUpload({ ...asked, inTurn: dispatcher.inOtherTurn });
    const route = routes.get(path);
    const refusal = refusalOf(request, caller, route);
    if (refusal !== null || route === undefined) return refuse(response, refusal ?? UNKNOWN_ROUTE);
    meter.watch(response, { operation: route.operation.name, caller });
    const lacking = effectRefusal(agent, route.effect, route.path);
    if (lacking !== null) return sendProblem(response, problemOf(lacking), CLOSE);
    try {
      const project = await projects.find(request, caller);
      if (project === null) return refuse(response, UNKNOWN_PROJECT);
      const keys = await readKeys(request, { route, caller, target });
      if (keys === null) return refuse(response, TOO_LARGE);
      requireActor(agent, keys.actor);
      const actor = agent?.name ?? settings.actors[caller === "person" ? "person" : "program"];
      const fixed = { store: project.store, actor, origin: "http" };
      const input = inputOf(route, caller, keys, fixed);
      const dispatch = dispatcher.dispatchOf(route);
      let remember = () => {};
      const call = {
        ...asked,
        inTurn: dispatch.inTurn,
        isLong: dispatch.isLong,
        settings: { ...dispatch.settings, ...project },
        isRead: route.effect === "read",
        run: async (context: OperationContext) => {
          remember = await rehearsals.check(route, input, context);
          return dispatch.run(context, input);
        },
      };
      if (await answerCall(call)) remember();
    } catch (error) {
      // A client that left in the middle of its request is answered nothing.
      if (response.headersSent || request.errored !== null) throw error;
      sendProblem(response, problemOf(asHoldallError(error)));
    }
  };
}

/** Gives a token to the browser that this server has opened. */
function exchangeCode(
  { launch }: ApiSettings,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const token = method === "POST" ? (launch?.redeem(headers.authorization) ?? null) : null;
  if (token === null) refuse(response, UNKNOWN_CALLER);
  else sendText(response, JSON.stringify({ token }));
}

/** Answers with what a caller has, as OpenAPI; the text is built once for each kind of caller. */
function createDescriber(routes: ReadonlyMap<string, Route>) {
  const descriptions = new Map<Caller, string>();
  return async (request: IncomingMessage, response: ServerResponse, caller: Caller) => {
    if (request.method !== "GET") {
      return refuse(response, GET_ONLY);
    }
    const { describeApi } = await import("./openapi.ts");
    const cached = descriptions.get(caller);
    const text = cached ?? JSON.stringify(describeApi(routes.values(), caller, packageVersion()));
    descriptions.set(caller, text);
    sendText(response, text);
  };
}

function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, JSON_HEADERS).end(text);
}

const UNKNOWN_ROUTE: Refusal = {
  status: 404,
  detail: "there is no such route",
  cure: "see the routes in /api/v1/openapi.json",
};
const UNKNOWN_PROJECT: Refusal = {
  status: 404,
  detail: "there is no such project, or its folder is gone",
  cure: "choose one that `holdall projects` lists",
};
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
  const { method } = request;
  if (method === "GET" && route.effect === "read") return null;
  if (method !== "POST") {
    const allow = route.effect === "read" ? "GET, POST" : "POST";
    return { status: 405, detail: `it takes ${allow}`, headers: { allow } };
  }
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    return { status: 415, detail: "the body must be application/json" };
  }
  return announcesMore(request, MAX_INPUT_BYTES) ? TOO_LARGE : null;
}

/** What a caller sent with a call; null when it is too large. */
async function readKeys(
  request: IncomingMessage,
  { route, caller, target }: { route: Route; caller: Caller; target: Target },
): Promise<InputKeys | null> {
  if (request.method === "GET") return queryInput(route, caller, target.searchParams);
  const body = await readBody(request, MAX_INPUT_BYTES);
  return body === null ? null : bodyInput(route, body);
}
