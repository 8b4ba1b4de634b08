/** When no further run is started; null where there is no limit. */
export interface RunLimits {
  readonly maxTime: { readonly text: string; readonly ms: number } | null;
  readonly maxTokens: number | null;
  readonly maxCostUsd: number | null;
}

/** What the runs of a command have used. */
export interface RunBudget {
  /** Counts a run that has ended. */
  spend(run: { readonly tokens: number | null; readonly costUsd: number | null }): void;
  /** Why no further run is started; null while one may be. */
  exhausted(): string | null;
}

/** Starts counting, also the time. */
export function createBudget({ maxTime, maxTokens, maxCostUsd }: RunLimits): RunBudget {
  const startedAt = Date.now();
  let tokensSpent = 0;
  let costSpent = 0;
  let hasUnpricedRun = false;
  return {
    spend({ tokens, costUsd }) {
      tokensSpent += tokens ?? 0;
      costSpent += costUsd ?? 0;
      hasUnpricedRun ||= costUsd === null;
    },
    exhausted() {
      if (maxTime !== null && Date.now() - startedAt >= maxTime.ms) {
        return `the time of ${maxTime.text} is used up`;
      }
      if (maxTokens !== null && tokensSpent >= maxTokens) return "the tokens are used up";
      if (maxCostUsd === null) return null;
      if (hasUnpricedRun) {
        return "the cost of an earlier run is unknown, so --max-cost cannot be kept";
      }
      return costSpent >= maxCostUsd ? "the money is used up" : null;
    },
  };
}
