import type { HandoffCopy } from "../handoff-record.ts";

/** Sessions by their ranks, newest first. */
export interface RankedSessions {
  readonly length: number;
  idAt(rank: number): string;
  modifiedAt(rank: number): number;
}

/**
 * The ranks in the order that a person expects after handoffs, newest first; null when it is theirs already. A copy that
 * nobody continued is not the last thing that was done: it comes after the session that it was made from, whatever time
 * its agent gives it, and of several copies the last one is the first. One that was continued has its own time.
 */
export function orderCopies(
  sessions: RankedSessions,
  copies: ReadonlyMap<string, HandoffCopy>,
): readonly number[] | null {
  const ranks = ranksOf(sessions, copies);
  const times = new Map<number, number>();
  const placed = new Map<number, number>();
  const timeAt = (rank: number) => times.get(rank) ?? sessions.modifiedAt(rank);
  // A copy of a copy is later than that one.
  const present = [...copies]
    .filter(([id]) => ranks.has(id))
    .sort(([, left], [, right]) => left.placed_ms - right.placed_ms);
  for (const [id, { from, placed_ms }] of present) {
    const rank = ranks.get(id);
    const source = presentSource(from, copies, ranks);
    if (rank === undefined || source === undefined) continue;
    if (sessions.modifiedAt(rank) > placed_ms) continue;
    times.set(rank, Math.min(timeAt(source), placed_ms));
    placed.set(rank, placed_ms);
  }
  if (times.size === 0) return null;
  const placedAt = (rank: number) => placed.get(rank) ?? Number.POSITIVE_INFINITY;
  return Array.from({ length: sessions.length }, (_, rank) => rank).sort(
    (left, right) =>
      timeAt(right) - timeAt(left) || compare(placedAt(right), placedAt(left)) || left - right,
  );
}

/** The rank of the session that a copy was made from, or that this one was made from in turn; lists of one agent lack some. */
function presentSource(
  from: string | null,
  copies: ReadonlyMap<string, HandoffCopy>,
  ranks: ReadonlyMap<string, number>,
): number | undefined {
  const passed = new Set<string>();
  for (let id = from; id !== null && !passed.has(id); id = copies.get(id)?.from ?? null) {
    const rank = ranks.get(id);
    if (rank !== undefined) return rank;
    passed.add(id);
  }
  return undefined;
}

/** The order of two numbers that may both be infinite. */
function compare(left: number, right: number): number {
  return left === right ? 0 : left - right;
}

/** The ranks of copies and of what they were made from; of no others, since most of a long list is only counted. */
function ranksOf(
  { length, idAt }: RankedSessions,
  copies: ReadonlyMap<string, HandoffCopy>,
): ReadonlyMap<string, number> {
  const wanted = new Set([...copies].flatMap(([id, { from }]) => [id, from]));
  const ranks = new Map<string, number>();
  for (let rank = 0; rank < length && ranks.size < wanted.size; rank++) {
    const id = idAt(rank);
    if (wanted.has(id)) ranks.set(id, rank);
  }
  return ranks;
}
