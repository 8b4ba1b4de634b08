/**
 * Computes which messages a selection does not show. Together with what is shown they must add up
 * to all messages before the anchor; the conformance suite checks that for every strategy.
 */

import type { TurnPlace } from "../../model/turn.ts";
import type { LeftOut, StrategyInput } from "./strategy.ts";

/** What is shown, by the ordinals of messages. */
export interface ShownRange {
  /** The oldest message that is shown in full; from there to the anchor nothing is missing. */
  readonly fromOrdinal: number;
  /** How far the newest chosen summary reaches; 0 without one. */
  readonly summarisedTo: number;
  /** Why the messages in between are missing. */
  readonly reason: LeftOut["reason"];
  readonly limit?: string;
}

/** The messages before the anchor that are not shown, oldest first. */
export async function findLeftOut(
  input: StrategyInput,
  shown: ShownRange,
): Promise<readonly LeftOut[]> {
  const last = shown.fromOrdinal - 1;
  const summarisedTo = Math.min(shown.summarisedTo, last);
  const ranges: LeftOut[] = [];
  if (summarisedTo > 0) {
    ranges.push({ ...(await rangeOf(input, 1, summarisedTo)), reason: "summarised" });
  }
  if (last > summarisedTo) {
    const limit = shown.limit === undefined ? {} : { limit: shown.limit };
    const range = await rangeOf(input, summarisedTo + 1, last);
    ranges.push({ ...range, reason: shown.reason, ...limit });
  }
  return ranges;
}

async function rangeOf(input: StrategyInput, first: number, last: number) {
  const from = await input.place(first);
  const to = await input.place(last);
  return {
    from_seq: from.seq,
    to_seq: to.seq,
    messages: last - first + 1,
    ...(isInherited(from, input) ? { from_thread_id: from.thread_id } : {}),
    ...(isInherited(to, input) ? { to_thread_id: to.thread_id } : {}),
  };
}

function isInherited({ thread_id }: TurnPlace, input: StrategyInput): boolean {
  return thread_id !== input.thread_id;
}
