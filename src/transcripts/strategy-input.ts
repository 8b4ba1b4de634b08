import type { StrategyInput } from "../compile/strategies/strategy.ts";
import type { Turn } from "../model/turn.ts";

/** Turns in memory as a strategy looks at them; a compaction of the session is its first turn. */
export function strategyInput(
  thread_id: string,
  anchor: Turn,
  turns: readonly Turn[],
): StrategyInput {
  return {
    thread_id,
    anchor,
    async *earlier() {
      yield* turns.toReversed();
    },
    async *checkpoints() {
      // An agent's own summaries are where it put them.
    },
    async place(ordinal) {
      const turn = turns[ordinal - 1];
      if (turn === undefined) throw new RangeError(`there is no turn ${ordinal}`);
      return { thread_id, seq: turn.user.seq, event_id: turn.user.event_id };
    },
    base: null,
    state: null,
    text: async () => null,
    size: async () => null,
  };
}
