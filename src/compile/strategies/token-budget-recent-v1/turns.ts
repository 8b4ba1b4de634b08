import type { Turn } from "../../../model/turn.ts";
import { findLeftOut } from "../left-out.ts";
import type { ChosenItem, LeftOut, Reset } from "../strategy.ts";
import { turnItems } from "../turn-items.ts";
import type { LimitName } from "./budget.ts";
import type { SelectionDraft } from "./selection-draft.ts";

/** Recent turns, and what could not be taken. */
export interface RecentTurns {
  /** Oldest first, preceded by a line about what is missing, if anything is. */
  readonly chosen: readonly ChosenItem[];
  readonly leftOut: readonly LeftOut[];
}

interface TakenTurn {
  readonly ordinal: number;
  readonly chosen: readonly ChosenItem[];
  readonly resets: readonly Reset[];
}

/**
 * Takes complete turns from the newest back to the newest summary, and stops at the first that does
 * not fit.
 */
export async function takeTurns(draft: SelectionDraft, summarisedTo: number): Promise<RecentTurns> {
  const { input, budget } = draft;
  const turns: TakenTurn[] = [];
  let limit: LimitName | null = null;
  if (input.anchor.user.ordinal - 1 > summarisedTo) {
    for await (const turn of input.earlier()) {
      const priced = await estimateTurn(draft, turn);
      limit = budget.take(priced.chosen);
      if (limit !== null) break;
      turns.push(priced);
      if (priced.ordinal - 1 <= summarisedTo) break;
    }
  }
  const { line, leftOut } = await takeOmissionLine(draft, turns, { summarisedTo, limit });
  draft.resets.push(...turns.flatMap(({ resets }) => resets), ...leftOut.flatMap(asReset));
  return { chosen: [...line, ...turns.reverse().flatMap(({ chosen }) => chosen)], leftOut };
}

async function estimateTurn({ input, costs }: SelectionDraft, turn: Turn): Promise<TakenTurn> {
  const resets: Reset[] = [];
  const chosen: ChosenItem[] = [];
  for (const item of turnItems(turn, input.thread_id, resets)) {
    const priced = costs.estimate(item, "a complete recent turn");
    chosen.push(priced instanceof Promise ? await priced : priced);
  }
  return { ordinal: turn.user.ordinal, chosen, resets };
}

/**
 * Takes the line that informs the model about what it does not see. It costs budget itself, so the
 * oldest turns are released until it fits; each release changes the line's numbers, hence the loop.
 * When no turn is left, the line is omitted: the record contains the same fact.
 */
async function takeOmissionLine(
  { input, costs, budget }: SelectionDraft,
  turns: TakenTurn[],
  stop: { readonly summarisedTo: number; readonly limit: LimitName | null },
): Promise<{ readonly line: readonly ChosenItem[]; readonly leftOut: readonly LeftOut[] }> {
  let limit = stop.limit;
  for (;;) {
    const fromOrdinal = (turns.at(-1) ?? input.anchor.user).ordinal;
    const { summarisedTo } = stop;
    const because = { reason: "over_budget", ...(limit === null ? {} : { limit }) } as const;
    const leftOut = await findLeftOut(input, { fromOrdinal, summarisedTo, ...because });
    const lost = leftOut.find(({ reason }) => reason !== "summarised");
    if (lost === undefined) return { line: [], leftOut };
    const content = omissionText(lost);
    const item = { type: "message", role: "system", content } as const;
    const line = await costs.estimate(item, "names what was left out");
    limit = budget.take([line]);
    if (limit === null) return { line: [line], leftOut };
    const oldest = turns.pop();
    if (oldest === undefined) return { line: [], leftOut };
    budget.release(oldest.chosen);
  }
}

function omissionText({ messages, from_seq, to_seq, ...threads }: LeftOut): string {
  const count = messages === 1 ? "1 earlier message is" : `${messages} earlier messages are`;
  const isOwn = threads.from_thread_id === undefined && threads.to_thread_id === undefined;
  return `${count} left out here for lack of space${isOwn ? ` (seq ${from_seq} to ${to_seq})` : ""}.`;
}

function asReset({ reason, from_seq, to_seq, messages }: LeftOut): readonly Reset[] {
  if (reason === "summarised") return [];
  return [{ input: "message", action: "dropped", reason, ref: { from_seq, messages, to_seq } }];
}
