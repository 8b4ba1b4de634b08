import type { StreamKind } from "../../model/event.ts";
import type { SqlValue, Transaction } from "../../stores/store.ts";

/**
 * An event as it is stored; body and actor as RFC 8785 text. `pos` counts over the workspace from
 * 1, `seq` within the stream from 0; `raw` is the hash of the imported line, null for our own
 * events.
 */
export type EventRow = {
  readonly pos: number;
  readonly stream: string;
  readonly seq: number;
  readonly id: string;
  readonly at: string;
  readonly type: string;
  readonly actor: string | null;
  readonly body: string;
  readonly raw: string | null;
  readonly prev: string | null;
  readonly hash: string;
};

/** An event with its link of the chain that binds all events of a workspace together. */
export type ChainedRow = EventRow & { readonly chain: string };

const EVENT = "pos, stream, seq, id, at, type, actor, body, raw, prev, hash";

/** The place of the last event; 0 in an empty workspace. */
export async function selectLastPos(tx: Transaction): Promise<number> {
  const [row] = await tx.all<{ pos: number | null }>("select max(pos) as pos from ledger_events");
  return row?.pos ?? 0;
}

/** The link of the workspace's chain at a position; null when there is no such event. */
export async function selectChain(tx: Transaction, pos: number): Promise<string | null> {
  const [row] = await tx.all<{ chain: string }>("select chain from ledger_events where pos = ?", [
    pos,
  ]);
  return row?.chain ?? null;
}

const INSERT_EVENT = `insert into ledger_events (${EVENT}, chain)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_EVENT_IF_FREE = `${INSERT_EVENT} on conflict do nothing`;

/**
 * Adds an event at the end. The unique indexes on position, (stream, seq) and (stream, id) are the
 * last line of defence against two writers.
 */
export function insertEvent(tx: Transaction, row: ChainedRow): void {
  tx.write(INSERT_EVENT, valuesOf(row));
}

/** Adds an event unless its position, number or id is taken; returns whether it did. */
export async function insertEventIfFree(tx: Transaction, row: ChainedRow): Promise<boolean> {
  return (await tx.run(INSERT_EVENT_IF_FREE, valuesOf(row))) > 0;
}

function valuesOf(row: ChainedRow): readonly SqlValue[] {
  const { pos, stream, seq, id, at, type, actor, body, raw, prev, hash, chain } = row;
  return [pos, stream, seq, id, at, type, actor, body, raw, prev, hash, chain];
}

/** Events of a stream, from a `seq` on. */
export function selectStreamEvents(
  tx: Transaction,
  stream: string,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<readonly EventRow[]> {
  return tx.all<EventRow>(
    `select ${EVENT} from ledger_events where stream = ? and seq >= ? and seq <= ? order by seq limit ?`,
    [stream, from, to, limit],
  );
}

/** Events of the workspace in the order they came, from a place on. */
export function selectEvents(
  tx: Transaction,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<readonly EventRow[]> {
  return tx.all<EventRow>(
    `select ${EVENT} from ledger_events where pos >= ? and pos <= ? order by pos limit ?`,
    [from, to, limit],
  );
}

/** Events of the workspace with their links of its chain, in the order they came. */
export function selectChainedEvents(
  tx: Transaction,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<readonly ChainedRow[]> {
  return tx.all<ChainedRow>(
    `select ${EVENT}, chain from ledger_events where pos >= ? and pos <= ? order by pos limit ?`,
    [from, to, limit],
  );
}

/** The event of a stream with an id. */
export async function selectEventById(
  tx: Transaction,
  stream: string,
  id: string,
): Promise<EventRow | null> {
  const [row] = await tx.all<EventRow>(
    `select ${EVENT} from ledger_events where stream = ? and id = ?`,
    [stream, id],
  );
  return row ?? null;
}

/** One event of a stream. */
export async function selectEventAt(
  tx: Transaction,
  stream: string,
  seq: number,
): Promise<EventRow | null> {
  return (await selectStreamEvents(tx, stream, { from: seq, to: seq, limit: 1 }))[0] ?? null;
}

/** Streams of a kind to which something was appended at a time or later. */
export async function selectGrownStreams(
  tx: Transaction,
  kind: StreamKind,
  since: string,
): Promise<readonly { readonly stream: string; readonly last_at: string }[]> {
  return tx.all(
    `select stream, max(at) as last_at from ledger_events where stream >= ? and stream < ?
     group by stream having max(at) >= ?`,
    [`${kind}:`, `${kind};`, since],
  );
}
