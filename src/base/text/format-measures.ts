import { formatNumber } from "./format-count.ts";

/** What is shown where nothing is known. It is never 0. */
export const UNKNOWN = "unknown";

/** A duration in the one or two units that read best. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return UNKNOWN;
  // The limits are where rounding would give "1000 ms" and "60.0 s".
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return withRest(`${minutes} min`, seconds % 60, "s");
  return withRest(`${formatNumber(Math.floor(minutes / 60))} h`, minutes % 60, "min");
}

function withRest(text: string, rest: number, unit: string): string {
  return rest === 0 ? text : `${text} ${rest} ${unit}`;
}

/** US dollars in cents; an amount of a few cents keeps the digits that matter. */
export function formatCost(usd: number | null): string {
  if (usd === null) return UNKNOWN;
  return `$${usd === 0 || usd >= 0.1 ? usd.toFixed(2) : usd.toFixed(4)}`;
}
