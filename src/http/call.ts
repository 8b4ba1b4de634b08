/** Calls an operation on behalf of a client, and answers with its output, or with events on the way. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { HoldallError } from "../base/errors.ts";
import { removeHiddenText } from "../base/text/invisible.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import {
  asHoldallError,
  limitAnswer,
  remoteContext,
  withoutSecrets,
} from "../runtime/remote/remote-call.ts";
import type { TurnQueue } from "../runtime/turn-queue.ts";
import type { Agent } from "./agents.ts";
import type { Caller } from "./caller.ts";
import { createDeadlines } from "./deadlines.ts";
import { createTags } from "./entity-tags.ts";
import { createEvents, type EventStream } from "./events.ts";
import { JSON_HEADERS } from "./headers.ts";
import { problemOf, sendProblem } from "./problem.ts";
import type { ApiSettings } from "./settings.ts";

/** Largest answer; more is asked for in parts. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024;
/** Ends a call that takes longer. */
const limitTime = createDeadlines(10 * 60 * 1000);
/** The same for one that may take hours. */
const limitLongTime = createDeadlines(24 * 60 * 60 * 1000);
const tagOf = createTags();
/** Least time between two reports of progress. */
const MIN_INTERVAL_MS = 50;

/** Why a call is ended whose client still waits. */
const TOO_LATE = Symbol("too late");

/** A call that was let in. */
export interface Call {
  /** What is called. */
  run(context: OperationContext): Promise<unknown>;
  /** Whether it only reads, so that the answer may be kept and asked for again. */
  readonly isRead: boolean;
  readonly caller: Caller;
  /** The agent of a team that calls; null for other callers. */
  readonly agent: Agent | null;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly settings: ApiSettings;
  /** Decides when it is its turn. */
  readonly inTurn: TurnQueue;
  /** Whether it may take hours. */
  readonly isLong: boolean;
}

/**
 * Runs the call, answers it and returns whether it was answered with a result. A client that closes the
 * connection ends the operation.
 */
export async function answerCall(call: Call): Promise<boolean> {
  const { request, response } = call;
  const abort = new AbortController();
  const { signal } = abort;
  const ended = (call.isLong ? limitLongTime : limitTime)(() => abort.abort(TOO_LATE));
  response.on("close", () => {
    ended();
    // After the answer nothing runs any more that would have to end.
    if (!response.writableFinished) abort.abort();
  });
  const events = wantsEvents(request) ? createEvents(response) : null;
  try {
    const urgency = call.caller === "person" ? "urgent" : "usual";
    const output = await call.inTurn(async () => {
      signal.throwIfAborted();
      return call.run(contextOf(call, signal, events));
    }, urgency);
    const text = textOf(call, output);
    if (events === null) sendJson(call, text);
    else await events.send("result", JSON.parse(text));
    events?.end();
    return true;
  } catch (error) {
    if (signal.aborted && signal.reason !== TOO_LATE) return false; // Nobody is left to read it.
    const problem = problemOf(errorFor(call, signal.aborted ? tooLong() : asHoldallError(error)));
    if (events === null) sendProblem(response, problem);
    else await events.send("problem", problem);
    events?.end();
    return false;
  }
}

/** Whether a client takes events. A page that merely accepts anything does not. */
function wantsEvents({ headers }: IncomingMessage): boolean {
  return headers.accept !== undefined && /\btext\/event-stream\b/i.test(headers.accept);
}

function tooLong(): HoldallError {
  return new HoldallError("E_INTERRUPTED", "Cannot finish: the call took too long", {
    cure: "run the command in a terminal, which has no time limit",
  });
}

/** The context of a call. A person may name any path, as at a terminal; a program is bound like a model. */
export function contextOf(
  { caller, agent, settings }: Pick<Call, "caller" | "agent" | "settings">,
  signal: AbortSignal,
  events: EventStream | null,
): OperationContext {
  const { cwd, roots, outputFolder, workspaces, conversations, now } = settings;
  let last = Number.NEGATIVE_INFINITY;
  return remoteContext({
    cwd,
    bounds: caller === "person" ? { roots: null } : { roots, outputFolder },
    workspaces,
    conversations,
    agent,
    now,
    form: "a request",
    signal,
    progress: (text) => {
      if (events === null || performance.now() - last < MIN_INTERVAL_MS) return;
      last = performance.now();
      void events.send("progress", { text });
    },
    note: (text) => void events?.send("note", { text }),
    emit: async (piece) => events?.send("piece", piece),
  });
}

/** The output as JSON; what a program gets is without secrets and without text that only a model sees. */
function textOf({ caller, settings }: Call, output: unknown): string {
  const text = JSON.stringify(output);
  limitAnswer(text, MAX_ANSWER_BYTES);
  if (caller === "person") return text;
  const seen = removeHiddenText(text).text;
  const { redactor } = settings;
  if (redactor === null) return seen;
  return JSON.stringify(withoutSecrets<unknown>(JSON.parse(seen), redactor));
}

/** The error as the caller may read it. */
function errorFor({ caller, settings: { redactor } }: Call, error: HoldallError): HoldallError {
  if (caller === "person") return error;
  const { code, message, cure, findings } = error;
  const clean = withoutSecrets({ message, cure, findings }, redactor);
  return new HoldallError(code, clean.message, {
    findings: clean.findings,
    ...(clean.cure === undefined ? {} : { cure: clean.cure }),
  });
}

/** A browser may keep the answer, and asks each time whether it is still valid. */
const KEPT = { ...JSON_HEADERS, "cache-control": "private, no-cache", vary: "authorization" };

function sendJson({ request, response, isRead }: Call, text: string): void {
  // With a length the answer is one piece; without it, four.
  const length = Buffer.byteLength(text);
  if (request.method !== "GET" || !isRead) {
    response.writeHead(200, { ...JSON_HEADERS, "content-length": length }).end(text);
    return;
  }
  const etag = tagOf(request.url ?? "", text);
  if (request.headers["if-none-match"] === etag) response.writeHead(304, { ...KEPT, etag }).end();
  else response.writeHead(200, { ...KEPT, etag, "content-length": length }).end(text);
}
