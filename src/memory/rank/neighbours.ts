/**
 * What is said in a conversation is understood with what was said before and after it: an answer seldom repeats the
 * words of its question. So a turn that matches lends a part of its score to the turns beside it.
 */
import type { FoundChunk, RankedUnit } from "./best-chunks.ts";
import type { Scorer } from "./bm25.ts";

/** A chunk of a turn, with the conversation that it belongs to. */
export type TurnChunk = FoundChunk & { readonly session_id: string | null };

/** The part of a score that a turn lends to those beside it. */
const LENT = 0.4;

/** The numbers of the chunks beside some. Chunks are numbered in the order in which their units were stored. */
export function besides(chunks: readonly TurnChunk[]): readonly number[] {
  const known = new Set(chunks.map(({ chunk }) => chunk));
  const wanted = chunks
    .filter(({ session_id }) => session_id !== null)
    .flatMap(({ chunk }) => [chunk - 1, chunk + 1]);
  return [...new Set(wanted)].filter((chunk) => !known.has(chunk));
}

/** Ranks units together with those beside them in the same conversation. */
export function rankWithNeighbours<Found extends TurnChunk>(
  ranked: readonly RankedUnit<Found>[],
  beside: readonly Found[],
  scorer: Scorer,
): readonly RankedUnit<Found>[] {
  const known = new Set(ranked.map(({ unit_id }) => unit_id));
  const others = beside
    .filter(({ unit_id }) => !known.has(unit_id))
    .map((chunk) => ({ unit_id: chunk.unit_id, score: scorer.score(chunk), chunk }));
  const all = [...ranked, ...others];
  const byChunk = new Map(all.map((unit) => [unit.chunk.chunk, unit]));
  const lent = ({ unit_id, chunk }: RankedUnit<Found>, at: number): number => {
    const other = byChunk.get(at);
    if (other === undefined || other.unit_id === unit_id || chunk.session_id === null) return 0;
    return other.chunk.session_id === chunk.session_id ? other.score * LENT : 0;
  };
  return all
    .map((unit) => {
      const { chunk } = unit.chunk;
      return { ...unit, score: unit.score + lent(unit, chunk - 1) + lent(unit, chunk + 1) };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.chunk.chunk - other.chunk.chunk);
}
