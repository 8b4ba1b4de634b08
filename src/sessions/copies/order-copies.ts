import type { HandoffCopy } from "../handoff-record.ts";

/** Sessions by their ranks, newest first. */
export interface RankedSessions {
  readonly length: number;
  idAt(rank: number): string;
  modifiedAt(rank: number): number;
}

/**
 * The ranks in the order that a person expects after handoffs, newest first; null when it is theirs already. A copy is
 * before the session that it was made from, unless that was continued since: the copy ends when its source does, or a
 * little earlier, because an agent's own records do not travel. Of several copies the last one is the first.
 */
export function orderCopies(
  sessions: RankedSessions,
  copies: ReadonlyMap<string, HandoffCopy>,
): readonly number[] | null {
  const ranks = ranksOf(sessions, copies);
  const times = new Map<number, number>();
  const timeAt = (rank: number) => times.get(rank) ?? sessions.modifiedAt(rank);
  // A copy of a copy is later than that one.
  const present = [...copies]
    .filter(([id]) => ranks.has(id))
    .sort(([, left], [, right]) => left.placed_ms - right.placed_ms);
  for (const [id, { from, placed_ms }] of present) {
    const rank = ranks.get(id);
    const source = from === null ? undefined : ranks.get(from);
    if (rank === undefined || source === undefined) continue;
    if (sessions.modifiedAt(source) > placed_ms) continue;
    times.set(rank, Math.max(timeAt(rank), timeAt(source)));
  }
  if (times.size === 0) return null;
  const placedAt = (rank: number) =>
    times.has(rank) ? (copies.get(sessions.idAt(rank))?.placed_ms ?? 0) : 0;
  return Array.from({ length: sessions.length }, (_, rank) => rank).sort(
    (left, right) =>
      timeAt(right) - timeAt(left) || placedAt(right) - placedAt(left) || left - right,
  );
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
