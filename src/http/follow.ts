/**
 * The events of a thread as they arrive, as server-sent events: `id` is the seq of an event, and a client
 * that was disconnected goes on after the one that it names in `Last-Event-ID`, as browsers do by themselves.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { HoldallError } from "../base/errors.ts";
import { isYieldDue, yieldInTurn } from "../disk/yield-to-event-loop.ts";
import { loadOperation } from "../operations/registry.ts";
import { asHoldallError } from "../runtime/remote/remote-call.ts";
import type { Agent } from "./agents.ts";
import { contextOf } from "./call.ts";
import type { Caller } from "./caller.ts";
import { createEvents, encodeEvent } from "./events.ts";
import { GET_ONLY } from "./guards.ts";
import { problemOf, refuse, sendProblem } from "./problem.ts";
import type { ApiSettings } from "./settings.ts";
import type { Target } from "./target.ts";

interface Following {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly caller: Caller;
  readonly agent: Agent | null;
  readonly settings: ApiSettings;
}

/** Follows a thread until the client leaves. */
export async function followThread(following: Following): Promise<void> {
  const { request, response, target, settings } = following;
  if (request.method !== "GET") {
    return refuse(response, GET_ONLY);
  }
  try {
    const id = target.searchParams.get("id") ?? "";
    const first = firstSeq(request, target);
    // A thread that does not exist is a problem, and not an empty stream. Nothing of it is read here.
    const follow = await loadOperation("thread follow");
    const input = { id, "from-seq": Number.MAX_SAFE_INTEGER, once: true, store: settings.store };
    await follow.run(ownContext(following, never, null), input);
    await stream(following, id, first);
  } catch (error) {
    if (response.headersSent) throw error;
    sendProblem(response, problemOf(asHoldallError(error)));
  }
}

const never = new AbortController().signal;

/** A stream has a connection of its own: it stays open between the calls of others. */
function ownContext(
  following: Following,
  signal: AbortSignal,
  events: Parameters<typeof contextOf>[2],
) {
  const { workspaces: _, ...context } = contextOf(following, signal, events);
  return context;
}

async function stream(following: Following, id: string, first: number): Promise<void> {
  const { response, settings } = following;
  const left = new AbortController();
  response.once("close", () => left.abort());
  const events = createEvents(response);
  const follow = await loadOperation("thread follow");
  const context = {
    ...ownContext(following, left.signal, null),
    emit: async (piece: unknown) => {
      left.signal.throwIfAborted();
      // Events may be megabytes long, and others wait.
      if (isYieldDue()) await yieldInTurn();
      await events.sendEncoded(encodedOnce(following, id, piece));
    },
  };
  try {
    await follow.run(context, { id, "from-seq": first, store: settings.store });
  } catch (error) {
    if (left.signal.aborted) return;
    await events.send("problem", problemOf(asHoldallError(error)));
  }
  events.end();
}

/** The event that was encoded last: whoever follows the same thread wants it at the same time. */
let newest: { readonly of: string; readonly bytes: Uint8Array } | null = null;

/** An event as it is sent; many that follow share its bytes. An event never changes. */
function encodedOnce(following: Following, id: string, piece: unknown): Uint8Array {
  const { caller, settings } = following;
  const seq = String(Object(piece).seq);
  const of = JSON.stringify([settings.cwd, settings.store, id, seq, caller]);
  if (newest?.of !== of) {
    newest = { of, bytes: encodeEvent("event", clean(following, piece), seq) };
  }
  return newest.bytes;
}

/** What a program gets is without secrets. */
function clean({ caller, settings: { redactor } }: Following, piece: unknown): unknown {
  if (caller === "person" || redactor === null) return piece;
  redactor.learn(piece);
  return redactor.value(piece, "event");
}

/** The first event to send: the one after what a client has, or the one that it asks for. */
function firstSeq({ headers }: IncomingMessage, target: Target): number {
  const last = headers["last-event-id"];
  const text = last === undefined || last === "" ? target.searchParams.get("from-seq") : last;
  if (text === null) return 0;
  const seq = /^\d{1,15}$/.test(String(text)) ? Number(text) : Number.NaN;
  if (!Number.isNaN(seq)) return last === undefined || last === "" ? seq : seq + 1;
  throw new HoldallError("E_USAGE", "Cannot follow: the seq must be a number");
}
