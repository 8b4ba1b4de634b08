import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import type { StepAlignment } from "../page.ts";

type AlignedCounts = Pick<StepAlignment, "left" | "right" | "aligned" | "sameResult">;

/** How many steps two runs have in common, counting also those whose rows are not listed. */
export function describeAlignment({ left, right, aligned, sameResult }: AlignedCounts): string {
  if (left === 0 && right === 0) return "Neither run has recorded steps.";
  if (left === 0 || right === 0) {
    const which = left === 0 ? "first" : "second";
    return `The ${which} run has no recorded steps, so that steps cannot be compared.`;
  }
  const areSame = left === aligned && right === aligned && sameResult === aligned;
  if (areSame) return `${formatCount(aligned, "step")}; both runs took the same.`;
  return [
    `${formatNumber(aligned)} taken by both, ${formatNumber(sameResult)} with the same result`,
    `${formatNumber(left - aligned)} only by the first`,
    `${formatNumber(right - aligned)} only by the second`,
  ].join("; ");
}
