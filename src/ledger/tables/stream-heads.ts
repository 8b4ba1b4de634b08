import type { Transaction } from "../../stores/store.ts";

/** The end of a stream. */
export type HeadRow = {
  readonly stream: string;
  /** How many events it has, which is the next one's `seq`. */
  readonly events: number;
  readonly hash: string;
};

/**
 * The ends of the workspace and of one stream, in one query: the usual append needs no second one.
 */
export async function selectWorkspaceEnd(
  tx: Transaction,
  stream: string,
): Promise<{ readonly pos: number; readonly chain: string; readonly head: HeadRow | null }> {
  const [row] = await tx.all<{
    pos: number | null;
    chain: string | null;
    events: number | null;
    hash: string | null;
  }>(
    `select w.pos, e.chain, s.events, s.hash from (select max(pos) as pos from ledger_events) as w
     left join ledger_events as e on e.pos = w.pos
     left join ledger_streams as s on s.stream = ?`,
    [stream],
  );
  const { events = null, hash = null } = row ?? {};
  return {
    pos: row?.pos ?? 0,
    chain: row?.chain ?? "",
    head: events === null || hash === null ? null : { stream, events, hash },
  };
}

/** The end of a stream; null when it has no events. */
export async function selectHead(tx: Transaction, stream: string): Promise<HeadRow | null> {
  const [row] = await tx.all<HeadRow>(
    "select stream, events, hash from ledger_streams where stream = ?",
    [stream],
  );
  return row ?? null;
}

/** How many heads are read at once: a fixed number, so that the statement stays prepared. */
const HEADS_AT_ONCE = 64;
const HEADS_NAMED = `select stream, events, hash from ledger_streams
  where stream in (${Array(HEADS_AT_ONCE).fill("?").join(", ")})`;

/** The heads of those streams that have events. */
export async function selectHeads(
  tx: Transaction,
  streams: readonly string[],
): Promise<readonly HeadRow[]> {
  const [only] = streams;
  if (only !== undefined && streams.length === 1) {
    const head = await selectHead(tx, only);
    return head === null ? [] : [head];
  }
  const found: HeadRow[] = [];
  for (let at = 0; at < streams.length; at += HEADS_AT_ONCE) {
    const some = streams.slice(at, at + HEADS_AT_ONCE);
    const filling = Array(HEADS_AT_ONCE - some.length).fill(some[0]);
    found.push(...(await tx.all<HeadRow>(HEADS_NAMED, [...some, ...filling])));
  }
  return found;
}

/** Streams in the order of their names, from a name on. */
export function selectStreams(
  tx: Transaction,
  { after, prefix, limit }: { after: string; prefix: string; limit: number },
): Promise<readonly HeadRow[]> {
  return tx.all<HeadRow>(
    `select stream, events, hash from ledger_streams
     where stream > ? and stream >= ? and stream < ? order by stream limit ?`,
    // No name has a character above U+10FFFF, so this is past every name with the prefix.
    [after, prefix, `${prefix}\u{10ffff}`, limit],
  );
}

/** Records where a stream ends now. */
export function upsertHead(tx: Transaction, { stream, events, hash }: HeadRow): void {
  tx.write(
    `insert into ledger_streams (stream, events, hash) values (?, ?, ?)
     on conflict (stream) do update set events = excluded.events, hash = excluded.hash`,
    [stream, events, hash],
  );
}
