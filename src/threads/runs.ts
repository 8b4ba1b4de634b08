/**
 * The life of a run: begun, reported in pieces, ended once. Two streams describe it. The thread's
 * stream has the start and the end, so that a reader of the thread sees each run in order; the
 * run's own stream has everything in between. A run is open as long as its lease is renewed by
 * reports; when the lease expires, `recover.ts` ends it as interrupted. No append is accepted after
 * the end.
 */

import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { NewEvent } from "../ledger/append.ts";
import { dropLease, takeLease } from "../ledger/leases.ts";
import { readHead, readStream } from "../ledger/read.ts";
import { readTexts } from "../ledger/text-lookup.ts";
import { MAX_ARTIFACT_BYTES, type Text, toText } from "../ledger/texts.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { Actor } from "../model/event.ts";
import { findMessage, findRun, findThread, newestMessage } from "./find.ts";
import { frameEvent } from "./frame-event.ts";
import { runStream, threadStream } from "./stream.ts";
import { type MessageRow, selectTurns } from "./tables/messages.ts";
import { selectParts } from "./tables/run-parts.ts";
import type { RunRow } from "./tables/runs.ts";

/** The kind of lease that runs carry. */
export const RUN_LEASE = "run";

/** The name of a run's lease. */
export function runLease(run_session_id: string): {
  readonly name: string;
  readonly holder: string;
} {
  // The holder is the run id, not a process: reports of one run may come from several processes.
  return { name: `run:${run_session_id}`, holder: run_session_id };
}

/** A run that was begun. */
export interface StartedRun {
  readonly thread_id: string;
  readonly message_id: string;
  readonly run_session_id: string;
}

/** Which message a run answers, and who runs. */
export interface NewRun {
  readonly thread: string;
  readonly message: string | undefined;
  readonly actor: Actor;
  /** The run's id, when it has one already. */
  readonly run_session_id?: string;
}

/**
 * Begins a run that answers a message (default: the newest). Events and lease are written in one
 * transaction.
 */
export async function beginRun(
  unit: UnitOfWork,
  { thread, message, actor, run_session_id = unit.newId() }: NewRun,
): Promise<StartedRun> {
  const { tx } = unit;
  const found = await findThread(tx, thread);
  const { thread_id } = found.thread;
  const anchor =
    message === undefined
      ? await newestMessage(tx, thread_id, found.head)
      : await findMessage(tx, thread_id, message);
  if (anchor === null) {
    throw new HoldallError(
      "E_NOT_FOUND",
      `Cannot start a run: thread "${thread_id}" has no messages`,
    );
  }
  const message_id = anchor.event_id;
  const spawned = { run_session_id, message_id };
  await unit.append([
    { stream: threadStream(thread_id), type: "continuity_run_spawned", actor, body: spawned },
    await startedEvent(unit, { thread_id, run_session_id, anchor }),
  ]);
  await takeLease(unit, { ...runLease(run_session_id), kind: RUN_LEASE });
  return { thread_id, ...spawned };
}

/**
 * The first event of the run's own stream. Its input is the text of the message, which is stored
 * already.
 */
async function startedEvent(
  { tx }: UnitOfWork,
  run: { readonly thread_id: string; readonly run_session_id: string; readonly anchor: MessageRow },
): Promise<NewEvent> {
  const { thread_id, anchor } = run;
  const [row] = await selectTurns(tx, { thread_id, from: anchor.ordinal, limit: 1, cut: 0 });
  const empty = toText("");
  const input = row?.content ? { sha256: row.content, bytes: row.bytes } : empty.ref;
  return {
    stream: runStream(run.run_session_id),
    type: "session_started",
    actor: null,
    body: { input },
    texts: row?.content ? [] : [empty],
  };
}

/** Refuses a run that has ended. */
export function requireOpenRun({ run_session_id, ended_seq, reason }: RunRow): void {
  if (ended_seq === null) return;
  throw new HoldallError(
    "E_CONFLICT",
    `Cannot continue run "${run_session_id}": it has ended (${reason})`,
    { cure: "start another run" },
  );
}

/**
 * Finds a run that is open, and renews its lease. An expired lease is taken again as long as nobody
 * has ended the run: until then, the work counts.
 */
export async function renewRun(unit: UnitOfWork, id: string): Promise<RunRow> {
  const run = await findRun(unit.tx, id);
  requireOpenRun(run);
  await takeLease(unit, { ...runLease(run.run_session_id), kind: RUN_LEASE });
  return run;
}

/** How a run ended. */
export interface RunEnd {
  readonly reason: string;
  readonly actor: Actor;
  /** What went wrong, when something did. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  /** Frames that belong before the end, as a provider's cursor does. */
  readonly before?: readonly NewEvent[];
}

/**
 * Ends a run. Its reply is joined and stored as one text, so that later compiles read one text
 * instead of thousands of pieces. The run's own stream ends first, then what belongs before the
 * end, then the thread's event.
 */
export async function endRun(
  unit: UnitOfWork,
  run: RunRow,
  { reason, actor, error, before = [] }: RunEnd,
): Promise<void> {
  const { thread_id, run_session_id, message_id } = run;
  const fault: JsonObject = error === undefined ? {} : { error };
  const reply = await replyOf(unit, run_session_id);
  const kept: JsonObject =
    reply === null ? {} : { reply_artifact_id: reply.ref.sha256, reply_bytes: reply.ref.bytes };
  const ended = frameEvent({
    stream: threadStream(thread_id),
    type: "continuity_run_ended",
    payload: { run_session_id, message_id, reason, ...kept, ...fault },
    actor,
  });
  await unit.append([
    ...(await sessionEnd(unit, run_session_id, { reason, ...fault })),
    ...before,
    { ...ended, texts: [...(ended.texts ?? []), ...(reply === null ? [] : [reply])] },
  ]);
  await dropLease(unit, runLease(run_session_id).name);
}

/**
 * The end of the run's own stream, unless it has one: an imported log may lack only the thread's
 * end event.
 */
async function sessionEnd(
  { tx }: UnitOfWork,
  run_session_id: string,
  payload: JsonObject,
): Promise<readonly NewEvent[]> {
  const stream = runStream(run_session_id);
  const head = await readHead(tx, stream);
  if (head === null) return [];
  const [last] = await readStream(tx, stream, { from: head.events - 1, limit: 1 });
  if (last?.type === "session_ended") return [];
  return [frameEvent({ stream, type: "session_ended", payload, actor: null })];
}

/**
 * The reply of a run as one text; null if it is empty or larger than one text may be. Readers then
 * join the pieces themselves.
 */
async function replyOf({ tx }: UnitOfWork, run_session_id: string): Promise<Text | null> {
  const parts = await selectParts(tx, [run_session_id], "reply");
  const bytes = parts.reduce((sum, part) => sum + (part.bytes ?? 0), 0);
  if (bytes === 0 || bytes > MAX_ARTIFACT_BYTES) return null;
  const lookup = await readTexts(
    tx,
    parts.flatMap(({ content }) => content ?? []),
  );
  return toText(
    parts.map(({ content }) => (content === null ? "" : lookup.require(content))).join(""),
  );
}
