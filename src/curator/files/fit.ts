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

/** Items of which as many as possible are wanted, the most important first. */
export interface BoundedList {
  readonly items: readonly string[];
  /** Items that exist besides and are not given here. */
  readonly more?: number;
  /** Its share of the budget beside the others; 1 unless given. */
  readonly weight?: number;
  /** The line that says how many are left out, and where they are. */
  describeRest(left: number): string;
}

/** Divides a budget among lists. What a list does not need is left to those that need more. */
export function fitLists(
  lists: readonly BoundedList[],
  { tokens, count }: TokenBudget,
): readonly (readonly string[])[] {
  const needs = lists.map((list) => {
    const { weight = 1 } = list;
    return { list, weight, perShare: tokensOf(list, count) / weight };
  });
  const fitted = new Map<BoundedList, readonly string[]>();
  let left = tokens;
  let shares = needs.reduce((sum, { weight }) => sum + weight, 0);
  for (const { list, weight } of needs.toSorted((a, b) => a.perShare - b.perShare)) {
    const lines = fitList(list, { tokens: Math.floor((left * weight) / shares), count });
    fitted.set(list, lines);
    left -= lines.reduce((sum, line) => sum + count(`${line}\n`), 0);
    shares -= weight;
  }
  return lists.map((list) => fitted.get(list) ?? []);
}

function tokensOf({ items }: BoundedList, count: TokenBudget["count"]): number {
  return items.reduce((sum, item) => sum + count(`${item}\n`), 0);
}

function fitList(
  { items, more = 0, describeRest }: BoundedList,
  { tokens, count }: TokenBudget,
): readonly string[] {
  if (more === 0) return fitItems(items, { tokens, count }, describeRest);
  const rest = count(`${describeRest(items.length + more)}\n`);
  const kept = fitItems(items, { tokens: tokens - rest, count }, () => "").filter(Boolean);
  return [...kept, describeRest(items.length - kept.length + more)];
}
