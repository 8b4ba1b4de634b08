import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import type { StepAlignment } from "../page.ts";

type AlignedCounts = Pick<StepAlignment, "left" | "right" | "aligned" | "sameResult">;

/** How many steps two runs have in common, counting also those whose rows are not listed. */
export function describeAlignment({ left, right, aligned, sameResult }: AlignedCounts): string {
  const areSame = left === aligned && right === aligned && sameResult === aligned;
  if (areSame) return `${formatCount(aligned, "step")}; both runs took the same.`;
  return [
    `${formatNumber(aligned)} taken by both, ${formatNumber(sameResult)} with the same result`,
    `${formatNumber(left - aligned)} only by the first`,
    `${formatNumber(right - aligned)} only by the second`,
  ].join("; ");
}
