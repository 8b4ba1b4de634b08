import { formatCount } from "../../base/text/format-count.ts";

/** What a part of a context is; each kind has its own shade. */
export type BudgetKind = "state" | "summary" | "turn" | "question" | "tool" | "note";

/** One part of a context and its price. */
export interface BudgetPart {
  readonly kind: BudgetKind;
  /** What the legend calls all parts of this kind. */
  readonly group: string;
  readonly tokens: number;
  /** What it is, shown when one points at it. */
  readonly title: string;
}

/** A part where it is drawn, in per cent of the width. */
export interface BudgetPiece {
  readonly kind: BudgetKind;
  readonly title: string;
  readonly start: number;
  readonly width: number;
}

/** More pieces than this cannot be distinguished; neighbours of one kind become one. */
const MAX_PIECES = 120;

/** Lays the parts out one after another; what costs more than the budget makes the bar longer. */
export function layOutBudget(
  parts: readonly BudgetPart[],
  budget: number | null,
): { readonly pieces: readonly BudgetPiece[]; readonly used: number; readonly total: number } {
  const used = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const total = Math.max(used, budget ?? 0, 1);
  const drawn = parts.length > MAX_PIECES ? joinNeighbours(parts) : parts;
  let before = 0;
  const pieces = drawn.map(({ kind, title, tokens }) => {
    const start = (before / total) * 100;
    before += tokens;
    return { kind, title, start, width: (tokens / total) * 100 };
  });
  return { pieces, used, total };
}

function joinNeighbours(parts: readonly BudgetPart[]): readonly BudgetPart[] {
  const joined: (BudgetPart & { readonly count: number })[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.group !== part.group) joined.push({ ...part, count: 1 });
    else {
      const tokens = last.tokens + part.tokens;
      const title = `${last.group}: ${formatCount(last.count + 1, "item")}, ${formatCount(tokens, "token")}`;
      joined[joined.length - 1] = { ...last, tokens, title, count: last.count + 1 };
    }
  }
  return joined;
}
