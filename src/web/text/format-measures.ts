import { formatNumber } from "../../base/text/format-count.ts";

/** What is shown where nothing is known. It is never 0. */
const UNKNOWN = "unknown";

/** A duration in the two units that read best. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return UNKNOWN;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** US dollars; small amounts keep the digits that matter. */
export function formatCost(usd: number | null): string {
  if (usd === null) return UNKNOWN;
  return `$${usd >= 1 ? usd.toFixed(2) : usd.toFixed(4)}`;
}

/** A score to two decimals, so that a column of them can be compared; the exact one is in the bundle. */
export function formatScore(score: number | null): string {
  return score === null ? UNKNOWN : score.toFixed(2);
}

/** A count that may be unknown. */
export function formatKnown(count: number | null): string {
  return count === null ? UNKNOWN : formatNumber(Math.round(count));
}

/** A share as a percentage; no line breaks before its sign. */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}\u00a0%`;
}

/** A tool with its model, as a reader would name the pair. */
export function formatAgent(tool: string | null, model: string | null): string {
  const known = [tool, model].filter((name) => name !== null);
  return known.length === 0 ? UNKNOWN : known.join(" · ");
}
