/** Characters that a line taken from another file may have. */
export const MAX_LINE_LENGTH = 400;

/** Tokens that a part of a text may use, and how they are counted. */
export interface TokenBudget {
  readonly tokens: number;
  readonly count: (text: string) => number;
}

/**
 * The first items that fit into a budget. An item is never cut. What does not fit is replaced by one
 * line that says how many more there are and where; that line is part of the budget.
 */
export function fitItems(
  items: readonly string[],
  { tokens, count }: TokenBudget,
  describeRest: (left: number) => string,
): readonly string[] {
  const sizes = items.map((item) => count(`${item}\n`));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= tokens) return items;
  let used = count(`${describeRest(items.length)}\n`);
  let kept = 0;
  for (const size of sizes) {
    if (used + size > tokens) break;
    used += size;
    kept += 1;
  }
  return [...items.slice(0, kept), describeRest(items.length - kept)];
}
