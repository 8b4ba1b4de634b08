import type { JsonObject } from "../base/json/value.ts";
import { readStream } from "../ledger/read.ts";
import { timeOfEvent } from "../ledger/stored-json.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { findThread } from "./find.ts";
import { threadStream } from "./stream.ts";
import { selectFrames } from "./tables/frames.ts";

/** Decisions that a status lists at most. */
const MAX_SELECTIONS = 50;

/** A recorded event's body with its seq, time and actor. */
export type RecordedFrame = JsonObject & { readonly seq: number; readonly timestamp_ms: number };

/** The newest events of a type of a thread, newest first. */
export async function newestFrames(
  tx: Transaction,
  what: { readonly thread_id: string; readonly type: string; readonly limit: number },
): Promise<readonly LedgerEvent[]> {
  const events: LedgerEvent[] = [];
  for (const seq of await selectFrames(tx, what)) {
    const [event] = await readStream(tx, threadStream(what.thread_id), { from: seq, limit: 1 });
    if (event !== undefined) events.push(event);
  }
  return events;
}

/**
 * The body of an event, with its seq, time and actor. The actor's keys win over keys of the same
 * name.
 */
export function recordedFrame({ pos, seq, at, actor, body }: LedgerEvent): RecordedFrame {
  const who = actor === null ? {} : { actor_id: actor.id, origin: actor.origin };
  return { seq, timestamp_ms: timeOfEvent({ pos, at }), ...body, ...who };
}

/** What recent compiles of a thread decided, newest first. */
export async function selectionStatus(
  tx: Transaction,
  thread: string,
  limit: number,
): Promise<{ readonly thread_id: string; readonly decisions: readonly RecordedFrame[] }> {
  const { thread: found } = await findThread(tx, thread);
  const { thread_id } = found;
  const type = "continuity_context_selection_decided";
  const clamped = Math.min(MAX_SELECTIONS, limit);
  const events = await newestFrames(tx, { thread_id, type, limit: clamped });
  const decisions = events.map((event) => ({
    decision_event_id: event.id,
    resets: [],
    ...recordedFrame(event),
  }));
  return { thread_id, decisions };
}
