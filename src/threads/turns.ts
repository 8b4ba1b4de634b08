/**
 * Reads turns (a message, the steps of its run, the reply) from the tables, in pages. A page of
 * rows is small; its texts may be large, so they are read in batches bounded by bytes.
 */

import type { Strategy } from "../compile/strategies/strategy.ts";
import { parseStoredList } from "../ledger/stored-json.ts";
import { readTexts, type TextLookup } from "../ledger/text-lookup.ts";
import type { Turn } from "../model/turn.ts";
import type { Transaction } from "../stores/store.ts";
import type { ThreadSegment } from "./lineage.ts";
import { readSteps } from "./steps.ts";
import { selectTurns, type TurnRow } from "./tables/messages.ts";
import { selectParts } from "./tables/run-parts.ts";

/** How much of a turn is read: message and reply, or also the steps in between. */
export type Detail = Strategy["reads"];

/** How turns are read. */
export interface TurnOptions {
  readonly detail: Detail;
}

/** Rows per page. The first is small, because most compiles need no second one. */
const PAGES = [16, 64, 256] as const;
/**
 * Texts that are read at once. A batch has at least one turn, even if that alone exceeds the
 * limits.
 */
const BATCH_LIMITS = { turns: 64, bytes: 256 * 1024, steps: 400 } as const;

/** One turn of a conversation, without what was done in it. */
export async function turnAt(
  tx: Transaction,
  segments: readonly ThreadSegment[],
  ordinal: number,
): Promise<Turn | undefined> {
  const segment = segments.findLast(({ before }) => before < ordinal);
  if (segment === undefined) return undefined;
  const { thread_id, before, to_seq: cut } = segment;
  const rows = await selectTurns(tx, { thread_id, from: ordinal - before, limit: 1, cut });
  return (await readTurns(tx, segment, rows, "messages"))[0];
}

/**
 * Turns of a conversation from one down to the first, newest first; read only as far as the caller
 * iterates.
 */
export async function* turnsBackward(
  tx: Transaction,
  segments: readonly ThreadSegment[],
  { from, detail }: TurnOptions & { readonly from: number },
): AsyncGenerator<Turn> {
  for (const segment of segments.toReversed()) {
    let next = Math.min(from - segment.before, segment.messages);
    for (let page = 0; next > 0; page++) {
      const limit = PAGES[Math.min(page, PAGES.length - 1)] ?? 1;
      const { thread_id, to_seq: cut } = segment;
      const rows = await selectTurns(tx, { thread_id, from: next, limit, cut });
      for (const batch of batches(rows)) yield* await readTurns(tx, segment, batch, detail);
      next = (rows.at(-1)?.ordinal ?? 1) - 1;
    }
  }
}

/**
 * Turns of a conversation between two, both included, oldest first. Takes a function that opens
 * transactions, because a summariser may need minutes between two turns.
 */
export async function* turnsForward(
  read: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>,
  segments: readonly ThreadSegment[],
  { from, to, detail }: TurnOptions & { readonly from: number; readonly to: number },
): AsyncGenerator<Turn> {
  for (const segment of segments) {
    const { thread_id, to_seq: cut, before, messages } = segment;
    const last = Math.min(to - before, messages);
    for (let next = Math.max(1, from - before); next <= last; next += BATCH_LIMITS.turns) {
      const upper = Math.min(next + BATCH_LIMITS.turns - 1, last);
      const page = { thread_id, from: upper, limit: upper - next + 1, cut };
      // Each page has a transaction of its own: the consumer may be slow.
      const rows = await read((tx) => selectTurns(tx, page));
      for (const batch of batches(rows.toReversed())) {
        yield* await read((tx) => readTurns(tx, segment, batch, detail));
      }
    }
  }
}

function* batches(rows: readonly TurnRow[]): Generator<readonly TurnRow[]> {
  let batch: TurnRow[] = [];
  let left: { turns: number; bytes: number; steps: number } = { ...BATCH_LIMITS };
  for (const row of rows) {
    left.turns -= 1;
    left.bytes -= row.bytes + (row.reply_bytes ?? 0) + (row.step_bytes ?? 0);
    left.steps -= row.steps ?? 0;
    if (batch.length > 0 && Math.min(left.turns, left.bytes, left.steps) < 0) {
      yield batch;
      batch = [];
      left = { ...BATCH_LIMITS };
    }
    batch.push(row);
  }
  if (batch.length > 0) yield batch;
}

async function readTurns(
  tx: Transaction,
  segment: ThreadSegment,
  rows: readonly TurnRow[],
  detail: Detail,
): Promise<readonly Turn[]> {
  const runs = rows.flatMap(({ run_session_id }) => run_session_id ?? []);
  const steps =
    detail === "turns" ? await readSteps(tx, segment, runs) : new Map<string, Turn["steps"]>();
  const kept = rows.flatMap(({ content, reply }) => [content ?? [], reply ?? []].flat());
  const texts = await readTexts(tx, kept);
  const replies = await readReplies(tx, rows, texts);
  return rows.map((row) => ({
    user: messageOf(row, segment, texts),
    steps: steps.get(row.run_session_id ?? "") ?? [],
    reply: replyOf(row, replies),
  }));
}

function messageOf(row: TurnRow, segment: ThreadSegment, texts: TextLookup): Turn["user"] {
  const { seq, event_id, actor_id, origin, content, refs } = row;
  return {
    thread_id: segment.thread_id,
    seq,
    event_id,
    ordinal: segment.before + row.ordinal,
    content: content === null ? "" : texts.require(content),
    actor_id,
    origin,
    refs: refs === null ? [] : refsOf(refs, event_id),
  };
}

/** As the log has them: they were checked as a list, and their elements are another program's. */
function refsOf(text: string, row: string): Turn["user"]["refs"] {
  const place = { table: "thread_messages", column: "refs", row };
  return parseStoredList(text, place) as unknown as Turn["user"]["refs"];
}

function replyOf(
  { run_session_id, reason }: TurnRow,
  replies: ReadonlyMap<string, string | null>,
): Turn["reply"] {
  if (run_session_id === null) return null;
  const text = replies.get(run_session_id) ?? null;
  return { run_session_id, text, reason: reason ?? "unknown" };
}

/**
 * The replies of runs: the text that was stored when the run ended, otherwise its recorded pieces
 * joined.
 */
async function readReplies(
  tx: Transaction,
  rows: readonly TurnRow[],
  texts: TextLookup,
): Promise<ReadonlyMap<string, string | null>> {
  const replies = new Map<string, string | null>();
  const scattered: string[] = [];
  for (const { run_session_id, reply } of rows) {
    if (run_session_id === null) continue;
    const text = reply === null ? null : texts.find(reply);
    if (text === null) scattered.push(run_session_id);
    replies.set(run_session_id, text);
  }
  if (scattered.length === 0) return replies;
  const parts = await selectParts(tx, scattered, "reply");
  const pieces = await readTexts(
    tx,
    parts.flatMap(({ content }) => content ?? []),
  );
  for (const run of scattered) replies.set(run, "");
  for (const { run_session_id, content } of parts) {
    const before = replies.get(run_session_id);
    const piece = content === null ? null : pieces.find(content);
    // One lost piece makes the reply unreadable: part of an answer must not pass for all of it.
    replies.set(run_session_id, before == null || piece === null ? null : before + piece);
  }
  return replies;
}
