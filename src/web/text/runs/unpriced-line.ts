/** What of a run shows whether its cost was recorded. */
interface PricedRun {
  readonly model: string | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** Why costs are unknown: the models whose runs used tokens and have no recorded cost; null without such runs. */
export function unpricedLine(runs: readonly PricedRun[]): string | null {
  const unpriced = runs.filter(({ tokens, costUsd }) => tokens !== null && costUsd === null);
  const models = new Set(unpriced.flatMap(({ model }) => (model === null ? [] : [model])));
  if (models.size === 0) return null;
  const names = [...models].sort().join(", ");
  return `No cost was recorded for runs of ${names}`;
}
