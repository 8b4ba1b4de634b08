/**
 * Cursors: what a provider calls a conversation that it remembers on its side
 * (`previous_response_id`). They save sending the same context again and are never needed to
 * rebuild it, so that losing one loses nothing. A cursor is keyed by provider, endpoint and model:
 * another endpoint does not know the conversation.
 */

import * as z from "zod";
import { asText, type JsonObject } from "../base/json/value.ts";
import type { NewEvent } from "../ledger/append.ts";
import { readStream } from "../ledger/read.ts";
import { timeOfEvent } from "../ledger/stored-json.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { Actor, LedgerEvent } from "../model/event.ts";
import { jsonObject } from "../model/json-values.ts";
import { recordableEndpoint } from "../providers/endpoint.ts";
import type { Transaction } from "../stores/store.ts";
import { findThread } from "./find.ts";
import { frameEvent } from "./frame-event.ts";
import { threadStream } from "./stream.ts";
import { selectCursors } from "./tables/cursors.ts";
import type { RunRow } from "./tables/runs.ts";

/** Keys that a status lists at most. */
const MAX_KEYS = 32;

/** A provider's cursor: what the next request to it could refer to. Always a cache. */
export const cursorSchema = () =>
  z.object({
    cursor_event_id: z.string(),
    seq: z.number(),
    timestamp_ms: z.number(),
    provider: z.string(),
    endpoint: z.string().nullable(),
    model: z.string().nullable(),
    cursor: jsonObject().nullable(),
    action: z.string(),
    reason: z.string().nullable(),
    run_session_id: z.string().nullable(),
  });

/** A provider's cursor: what the next request to it could refer to. Always a cache. */
export type Cursor = z.infer<ReturnType<typeof cursorSchema>>;

/** The cursors of a thread. */
export const cursorStatusSchema = () =>
  z.object({
    thread_id: z.string(),
    /** The newest of all. */
    active: cursorSchema().nullable(),
    /** The current one of each provider, endpoint and model. */
    cursors: z.array(cursorSchema()).readonly(),
  });

/** The cursors of a thread. */
export type CursorStatus = z.infer<ReturnType<typeof cursorStatusSchema>>;

/** Which cursors are meant; a key that is not set matches all. */
export interface CursorFilter {
  readonly provider?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly model?: string | undefined;
}

/** The event that records the response from which a completed run can be continued. */
export function cursorSet(
  { thread_id, run_session_id }: RunRow,
  cursor: CursorFilter & { readonly provider: string; readonly response_id: string },
  actor: Actor,
): NewEvent {
  return frameEvent({
    stream: threadStream(thread_id),
    type: "continuity_provider_cursor_updated",
    payload: {
      ...keyOf(cursor),
      cursor: { previous_response_id: cursor.response_id },
      action: "set",
      reason: "run_completed",
      run_session_id,
    },
    actor,
  });
}

/**
 * The endpoint is stored without user, password and query: the ledger is append-only, so a secret
 * would stay.
 */
function keyOf({ provider, endpoint, model }: CursorFilter): JsonObject {
  return {
    provider,
    ...(endpoint === undefined ? {} : { endpoint: recordableEndpoint(endpoint) }),
    ...(model === undefined ? {} : { model }),
  };
}

/** The current cursors of a thread. A cursor that was rotated is listed with `cursor: null`. */
export async function cursorStatus(tx: Transaction, thread: string): Promise<CursorStatus> {
  const { thread: found } = await findThread(tx, thread);
  const { thread_id } = found;
  const cursors = await readCursors(tx, thread_id);
  return { thread_id, active: newestOf(cursors), cursors: cursors.slice(0, MAX_KEYS) };
}

async function readCursors(tx: Transaction, thread_id: string): Promise<readonly Cursor[]> {
  const cursors: Cursor[] = [];
  for (const { seq } of await selectCursors(tx, thread_id)) {
    const [event] = await readStream(tx, threadStream(thread_id), { from: seq, limit: 1 });
    if (event !== undefined) cursors.push(toCursor(event));
  }
  return cursors;
}

function toCursor({ pos, id, seq, at, body }: LedgerEvent): Cursor {
  const textAt = (key: string) => (body[key] == null ? null : asText(body[key]));
  return {
    cursor_event_id: id,
    seq,
    timestamp_ms: timeOfEvent({ pos, at }),
    provider: textAt("provider") ?? "",
    endpoint: textAt("endpoint"),
    model: textAt("model"),
    // An object or null by the frame's schema.
    cursor: (body.cursor ?? null) as JsonObject | null,
    action: textAt("action") ?? "",
    reason: textAt("reason"),
    run_session_id: textAt("run_session_id"),
  };
}

function newestOf(cursors: readonly Cursor[]): Cursor | null {
  return cursors.reduce<Cursor | null>(
    (newest, each) => (newest === null || each.seq > newest.seq ? each : newest),
    null,
  );
}

/**
 * Takes the newest matching cursor out of use by recording an empty one with its key; without a
 * match, nothing is written.
 */
export async function rotateCursor(
  unit: UnitOfWork,
  thread: string,
  { filter, reason, actor }: { filter: CursorFilter; reason: string | undefined; actor: Actor },
): Promise<{ readonly thread_id: string; readonly rotated: Cursor | null }> {
  const { thread: found } = await findThread(unit.tx, thread);
  const { thread_id } = found;
  const endpoint = filter.endpoint === undefined ? undefined : recordableEndpoint(filter.endpoint);
  const fits = (cursor: Cursor) =>
    (filter.provider ?? cursor.provider) === cursor.provider &&
    (endpoint ?? cursor.endpoint) === cursor.endpoint &&
    (filter.model ?? cursor.model) === cursor.model;
  const newest = newestOf((await readCursors(unit.tx, thread_id)).filter(fits));
  if (newest === null) return { thread_id, rotated: null };
  const { provider, endpoint: at, model } = newest;
  const payload = { provider, endpoint: at, model, cursor: null, action: "rotated", reason };
  const [event] = await unit.append([
    frameEvent({
      stream: threadStream(thread_id),
      type: "continuity_provider_cursor_updated",
      payload,
      actor,
    }),
  ]);
  return { thread_id, rotated: event === undefined ? null : toCursor(event) };
}
