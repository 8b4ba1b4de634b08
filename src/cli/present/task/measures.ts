import { formatNumber } from "../../../base/text/format-count.ts";

interface Tokens {
  readonly usage: {
    readonly input: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
    readonly output: number;
  } | null;
}

/** All tokens of a run; unknown where nothing counts them. */
export function formatTokens({ usage }: Tokens): string {
  if (usage === null) return "unknown";
  return formatNumber(usage.input + usage.cacheRead + usage.cacheWrite + usage.output);
}

/** A time in the unit that reads best. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return "unknown";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return `${formatNumber(minutes)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** An amount of US dollars; unknown is not 0. */
export function formatCost(usd: number | null): string {
  if (usd === null) return "unknown";
  return `$${usd === 0 || usd >= 0.01 ? usd.toFixed(2) : (Math.round(usd * 10_000) / 10_000).toFixed(4)}`;
}
