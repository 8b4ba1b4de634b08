/** What of a run shows whether its cost could be computed. */
interface PricedRun {
  readonly model: string | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** Why costs are unknown, with the models that no table of prices has; null where no such model ran. */
export function unpricedLine(runs: readonly PricedRun[]): string | null {
  const unpriced = runs.filter(({ tokens, costUsd }) => tokens !== null && costUsd === null);
  const models = new Set(unpriced.flatMap(({ model }) => (model === null ? [] : [model])));
  if (models.size === 0) return null;
  const names = [...models].sort().join(", ");
  return `Cost unknown: no price is known for ${names}; add it to prices.json in the folder of the configuration`;
}
