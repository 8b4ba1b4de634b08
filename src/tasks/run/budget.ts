import { type NoStart, REPEAT } from "./no-start.ts";

/** When no further run is started; null where there is no limit. */
export interface RunLimits {
  readonly minutes: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
}

/** What a run used; null for what is not known. */
export interface Spending {
  /** Who ran. */
  readonly tool: string;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** What the runs of a command have used. */
export interface RunBudget {
  /** Counts a run that has ended, also one of an earlier command for the same runs. */
  spend(run: Spending): void;
  /** Why no further run is started; null while one may be. */
  exhausted(): NoStart | null;
  /**
   * Whether the runs under way will probably use up what is left. Each counts as the mean of its agent's ended runs,
   * so that several jobs do not all overspend.
   */
  isCommitted(running: readonly Pick<Spending, "tool">[]): boolean;
}

/** Starts counting, also the time: that of this command, whatever earlier ones took. */
export function createBudget(limits: RunLimits, now: () => number = Date.now): RunBudget {
  const startedAt = now();
  const runs: Spending[] = [];
  const tokens = () => sumOf(runs.map((run) => run.tokens));
  const usd = () => sumOf(runs.map(({ costUsd }) => costUsd));
  const isReached = (limit: number | null, amount: number) => limit !== null && amount >= limit;
  return {
    spend: (run) => void runs.push(run),
    exhausted() {
      if (isReached(limits.minutes, (now() - startedAt) / 60_000)) {
        const reason = `the time of --budget-minutes ${limits.minutes} is used up`;
        return { reason, cure: REPEAT };
      }
      if (isReached(limits.tokens, tokens())) {
        const reason = `${tokens()} tokens are used, the limit is --budget-tokens ${limits.tokens}`;
        return { reason, cure: "raise --budget-tokens, and repeat the command" };
      }
      if (limits.usd === null) return null;
      const unknown = runs.find(({ costUsd }) => costUsd === null);
      if (unknown !== undefined) {
        const reason = `the cost of a run of ${unknown.tool} is unknown, so --budget-usd cannot be kept`;
        const other = unknown.tokens === null ? "--budget-minutes" : "--budget-tokens";
        return { reason, cure: `use ${other} in place of --budget-usd` };
      }
      if (!isReached(limits.usd, usd())) return null;
      const reason = `$${usd().toFixed(2)} are spent, the limit is --budget-usd ${limits.usd}`;
      return { reason, cure: "raise --budget-usd, and repeat the command" };
    },
    isCommitted(running) {
      const due = (amountOf: (run: Spending) => number | null) =>
        sumOf(
          running.map(({ tool }) =>
            meanOf(
              runs.filter((run) => run.tool === tool),
              amountOf,
            ),
          ),
        );
      return (
        isReached(limits.tokens, tokens() + due((run) => run.tokens)) ||
        isReached(limits.usd, usd() + due(({ costUsd }) => costUsd))
      );
    },
  };
}

function sumOf(amounts: readonly (number | null)[]): number {
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

function meanOf(
  runs: readonly Spending[],
  amountOf: (run: Spending) => number | null,
): number | null {
  return runs.length === 0 ? null : sumOf(runs.map(amountOf)) / runs.length;
}
