import { formatNumber } from "../../base/text/format-count.ts";
import { UNKNOWN } from "../../base/text/format-measures.ts";

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
