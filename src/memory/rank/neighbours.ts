/**
 * What is said in a conversation is understood with what was said before and after it: an answer seldom repeats the
 * words of its question. So a turn that matches lends a part of its score to the turns beside it, and turns of a
 * conversation in which much matches come before those of others.
 */
import type { FoundChunk, RankedUnit } from "./best-chunks.ts";

/** A chunk of a turn, with the conversation that it belongs to. */
export type TurnChunk = FoundChunk & {
  readonly session_id: string | null;
  /** The text that it is a part of: parts of a long passage are found on their own. */
  readonly text_id: string;
};

/** The part of a score that a turn lends to those one and two places away. */
const LENT: readonly (readonly [distance: number, part: number])[] = [
  [-2, 0.2],
  [-1, 0.4],
  [1, 0.4],
  [2, 0.2],
];
/** What each further part of the same text counts. */
const FURTHER_PART = 0.8;
/** So many of its best turns show how well a conversation matches. */
const BEST_TURNS = 3;

/** The numbers of the chunks beside some. Chunks are numbered in the order in which their units were stored. */
export function besides(chunks: readonly TurnChunk[]): readonly number[] {
  const known = new Set(chunks.map(({ chunk }) => chunk));
  const wanted = chunks
    .filter(({ session_id }) => session_id !== null)
    .flatMap(({ chunk }) => LENT.map(([distance]) => chunk + distance));
  return [...new Set(wanted)].filter((chunk) => !known.has(chunk));
}

/** Ranks units together with those beside them in the same conversation. */
export function rankWithNeighbours<Found extends TurnChunk>(
  ranked: readonly RankedUnit<Found>[],
  beside: readonly Found[],
  scoreOf: (chunk: Found) => number,
): readonly RankedUnit<Found>[] {
  const known = new Set(ranked.map(({ unit_id }) => unit_id));
  const others = beside
    .filter(({ unit_id }) => !known.has(unit_id))
    .map((chunk) => ({ unit_id: chunk.unit_id, score: scoreOf(chunk), chunk }));
  const all = bestOfUnits([...ranked, ...others]);
  const byChunk = new Map(all.map((unit) => [unit.chunk.chunk, unit]));
  const lent = ({ chunk }: RankedUnit<Found>): number => {
    if (chunk.session_id === null) return 0;
    return LENT.reduce((total, [distance, part]) => {
      const other = byChunk.get(chunk.chunk + distance);
      if (other === undefined || other.chunk.text_id === chunk.text_id) return total;
      return other.chunk.session_id === chunk.session_id ? total + other.score * part : total;
    }, 0);
  };
  const raised = all.map((unit) => ({ ...unit, score: unit.score + lent(unit) }));
  return preferConversations(lowerRepeated(raised))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.chunk.chunk - other.chunk.chunk);
}

/** Two chunks of a long turn may lie beside others: the better one stays. */
function bestOfUnits<Found extends TurnChunk>(
  units: readonly RankedUnit<Found>[],
): readonly RankedUnit<Found>[] {
  const best = new Map<string, RankedUnit<Found>>();
  for (const unit of units) {
    const earlier = best.get(unit.unit_id);
    if (earlier === undefined || unit.score > earlier.score) best.set(unit.unit_id, unit);
  }
  return [...best.values()];
}

/** Lowers the further parts of a text of which a better part was found. */
function lowerRepeated<Found extends TurnChunk>(
  units: readonly RankedUnit<Found>[],
): readonly RankedUnit<Found>[] {
  const found = new Map<string, number>();
  return [...units]
    .sort((one, other) => other.score - one.score || one.chunk.chunk - other.chunk.chunk)
    .map((unit) => {
      const earlier = found.get(unit.chunk.text_id) ?? 0;
      found.set(unit.chunk.text_id, earlier + 1);
      return { ...unit, score: unit.score * FURTHER_PART ** earlier };
    });
}

/** Raises turns by how well their conversation matches: those of the best to twice their score. */
function preferConversations<Found extends TurnChunk>(
  units: readonly RankedUnit<Found>[],
): readonly RankedUnit<Found>[] {
  const byConversation = Map.groupBy(units, ({ chunk }) => chunk.session_id);
  byConversation.delete(null);
  const matches = new Map(
    [...byConversation].map(([name, turns]) => {
      const scores = turns.map(({ score }) => score).sort((one, other) => other - one);
      return [name, scores.slice(0, BEST_TURNS).reduce((sum, score) => sum + score, 0)];
    }),
  );
  const most = Math.max(Number.MIN_VALUE, ...matches.values());
  return units.map((unit) => {
    // What belongs to no conversation is not lowered by that.
    const match = unit.chunk.session_id === null ? most : matches.get(unit.chunk.session_id);
    return { ...unit, score: unit.score * (1 + (match ?? 0) / most) };
  });
}
