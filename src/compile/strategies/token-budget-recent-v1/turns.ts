import type { Turn } from "../../../model/turn.ts";
import { leftOutOf } from "../left-out.ts";
import type { Chosen, LeftOut, Reset } from "../strategy.ts";
import { wholeTurnItems } from "../turn-items.ts";
import type { LimitName } from "./budget.ts";
import type { Fill } from "./selection-draft.ts";

/** Recent turns, and what could not be taken. */
export interface RecentTurns {
  /** Oldest first; before them a line that says what is missing, when something is. */
  readonly chosen: readonly Chosen[];
  readonly leftOut: readonly LeftOut[];
}

interface TakenTurn {
  readonly ordinal: number;
  readonly chosen: readonly Chosen[];
  readonly resets: readonly Reset[];
}

/** Takes whole turns from the newest back to the newest summary, and stops at the first that does not fit. */
export async function takeTurns(fill: Fill, summarisedTo: number): Promise<RecentTurns> {
  const { input, budget } = fill;
  const turns: TakenTurn[] = [];
  let limit: LimitName | null = null;
  if (input.anchor.user.ordinal - 1 > summarisedTo) {
    for await (const turn of input.earlier()) {
      const priced = await priceTurn(fill, turn);
      limit = budget.take(priced.chosen);
      if (limit !== null) break;
      turns.push(priced);
      if (priced.ordinal - 1 <= summarisedTo) break;
    }
  }
  const { line, leftOut } = await takeLine(fill, turns, { summarisedTo, limit });
  fill.resets.push(...turns.flatMap(({ resets }) => resets), ...leftOut.flatMap(asReset));
  return { chosen: [...line, ...turns.reverse().flatMap(({ chosen }) => chosen)], leftOut };
}

async function priceTurn({ input, pricer }: Fill, turn: Turn): Promise<TakenTurn> {
  const resets: Reset[] = [];
  const chosen: Chosen[] = [];
  for (const item of wholeTurnItems(turn, input.thread_id, resets)) {
    const priced = pricer.price(item, "a recent turn, whole");
    chosen.push(priced instanceof Promise ? await priced : priced);
  }
  return { ordinal: turn.user.ordinal, chosen, resets };
}

/**
 * Takes the line that tells the model what it does not see. Oldest turns make room for it; when there are
 * none left, the line goes, for the record says the same.
 */
async function takeLine(
  { input, pricer, budget }: Fill,
  turns: TakenTurn[],
  stop: { readonly summarisedTo: number; readonly limit: LimitName | null },
): Promise<{ readonly line: readonly Chosen[]; readonly leftOut: readonly LeftOut[] }> {
  let limit = stop.limit;
  for (;;) {
    const fromOrdinal = (turns.at(-1) ?? input.anchor.user).ordinal;
    const { summarisedTo } = stop;
    const because = { reason: "over_budget", ...(limit === null ? {} : { limit }) } as const;
    const leftOut = await leftOutOf(input, { fromOrdinal, summarisedTo, ...because });
    const lost = leftOut.find(({ reason }) => reason !== "summarised");
    if (lost === undefined) return { line: [], leftOut };
    const content = lineAbout(lost);
    const item = { type: "message", role: "system", content } as const;
    const line = await pricer.price(item, "says what was left out");
    limit = budget.take([line]);
    if (limit === null) return { line: [line], leftOut };
    const oldest = turns.pop();
    if (oldest === undefined) return { line: [], leftOut };
    budget.giveBack(oldest.chosen);
  }
}

function lineAbout({ messages, from_seq, to_seq, ...threads }: LeftOut): string {
  const count = messages === 1 ? "1 earlier message is" : `${messages} earlier messages are`;
  const isOwn = threads.from_thread_id === undefined && threads.to_thread_id === undefined;
  return `${count} left out here for lack of space${isOwn ? ` (seq ${from_seq} to ${to_seq})` : ""}.`;
}

function asReset({ reason, from_seq, to_seq, messages }: LeftOut): readonly Reset[] {
  if (reason === "summarised") return [];
  return [{ input: "message", action: "dropped", reason, ref: { from_seq, messages, to_seq } }];
}
