import { formatNumber } from "../../../base/text/format-count.ts";

/** How much of its budget a state uses: "8 of 4,096 tokens". */
export function tokenUse(state: {
  readonly token_count: number;
  readonly budget_tokens: number;
}): string {
  return `${formatNumber(state.token_count)} of ${formatNumber(state.budget_tokens)} tokens`;
}
