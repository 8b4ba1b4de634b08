/**
 * Top-k search with early termination. The result is exact: a bound on what unseen chunks can still
 * score decides when no further query to the index can change it.
 */

import type { Chunk, Scorer, TermCount } from "./bm25.ts";

/** A found chunk, and its unit. */
export type FoundChunk = Chunk & {
  readonly chunk: number;
  readonly unit_id: string;
};

/** A unit with the best of its chunks. */
export interface RankedUnit<Found extends FoundChunk> {
  readonly unit_id: string;
  readonly score: number;
  readonly chunk: Found;
}

/** More than the rounding error of the sums of bounds. */
const ROUNDING = 1e-9;

/**
 * The best units for a query, exactly as if every chunk had been scored. Chunks are fetched term by term, the
 * rarest first. `open` is the most that a chunk without any of the fetched terms could still score: as soon as
 * the units at hand score higher, no further chunk can be among the best. `scoreOf` may lower what the scorer gives,
 * and never raises it.
 */
export async function bestUnits<Found extends FoundChunk>(
  scorer: Scorer,
  limit: number,
  chunksWith: (term: TermCount) => Promise<readonly Found[]>,
  scoreOf: (chunk: Found) => number = (chunk) => scorer.score(chunk),
): Promise<readonly RankedUnit<Found>[]> {
  const best = new Map<string, RankedUnit<Found>>();
  const seen = new Set<number>();
  let open = scorer.terms.reduce((total, term) => total + scorer.bound(term), 0);
  for (const term of scorer.terms) {
    for (const chunk of await chunksWith(term)) {
      if (seen.has(chunk.chunk)) continue;
      seen.add(chunk.chunk);
      keepBetter(best, { unit_id: chunk.unit_id, score: scoreOf(chunk), chunk });
    }
    open -= scorer.bound(term);
    if (best.size >= limit && (rank(best)[limit - 1]?.score ?? 0) > open + ROUNDING) break;
  }
  return rank(best).slice(0, limit);
}

function keepBetter<Found extends FoundChunk>(
  best: Map<string, RankedUnit<Found>>,
  found: RankedUnit<Found>,
): void {
  const known = best.get(found.unit_id);
  if (known === undefined || isBefore(found, known)) best.set(found.unit_id, found);
}

function rank<Found extends FoundChunk>(
  best: ReadonlyMap<string, RankedUnit<Found>>,
): readonly RankedUnit<Found>[] {
  return [...best.values()].sort((left, right) => (isBefore(left, right) ? -1 : 1));
}

/** Equal scores are ordered by the chunk's number, so that every machine gives the same order. */
function isBefore(left: RankedUnit<FoundChunk>, right: RankedUnit<FoundChunk>): boolean {
  if (left.score !== right.score) return left.score > right.score;
  return left.chunk.chunk < right.chunk.chunk;
}
