import { BYTES_PER_TOKEN } from "../../base/bytes-per-token.ts";
import { loadStrategy } from "../../compile/strategies/registry.ts";
import type { StrategyLimits } from "../../compile/strategies/strategy.ts";
import { defaultLimits } from "../../compile/strategies/strategy.ts";
import type { ConversationItem } from "../../transcripts/conversation-item.ts";
import { strategyInput } from "../../transcripts/strategy-input.ts";
import { lastRounds, roundAsTurn } from "./rounds.ts";

const STRATEGY = "token_budget_recent_v1";

/** What is to be fitted, and into what. */
export interface BudgetFit {
  readonly session: string;
  items(): AsyncIterable<ConversationItem>;
  readonly budget: number;
  /** What the receiver gets besides; it counts, and it is never dropped. */
  readonly note: string;
}

/**
 * Chooses the newest rounds that fit a budget, by the strategy that compiles threads. The answer is
 * the place of the first item that is carried.
 */
export async function fitToBudget(request: BudgetFit): Promise<number> {
  const { session, items, budget, note } = request;
  const rounds = await lastRounds(items(), budget * BYTES_PER_TOKEN);
  const turns = rounds.map((round, index) => roundAsTurn(round, session, index + 1));
  const end = (rounds.at(-1)?.start ?? 0) + (rounds.at(-1)?.items.length ?? 0);
  const anchor = roundAsTurn({ start: end, items: [], bytes: 0 }, session, turns.length + 1);
  const limits: StrategyLimits = { ...defaultLimits, max_input_tokens: budget };
  const strategy = await loadStrategy(STRATEGY);
  const selection = await strategy.select(
    strategyInput(
      session,
      { ...anchor, user: { ...anchor.user, content: note }, reply: null },
      turns,
    ),
    limits,
  );
  const starts = selection.chosen.flatMap(({ item }) =>
    item.type === "message" && typeof item.thread_seq === "number" ? [item.thread_seq] : [],
  );
  return Math.min(end, ...starts);
}
