import { renderSections } from "../files/body.ts";
import type { TokenBudget } from "../files/fit.ts";
import type { CuratedFile } from "../files/provenance.ts";
import type { PromptFile } from "./mandate.ts";

/** The share of each file, in the order in which they are given out. */
const shares: readonly { readonly stem: PromptFile; readonly part: number }[] = [
  /** Of the whole budget; what it leaves is divided among the others. */
  { stem: "system_context", part: 0.5 },
  { stem: "current_focus", part: 0.3 },
  { stem: "open_requests", part: 0.3 },
  { stem: "recent_activity", part: 0.4 },
];

/** A file that was built within a budget. */
export interface SharedFile {
  readonly file: CuratedFile;
  /** Tokens that it could use. */
  readonly budget: number;
  /** Tokens that a model reads of it. */
  readonly tokens: number;
}

/** Builds a file within a budget. */
export type FileBuilders = Readonly<Record<PromptFile, (budget: TokenBudget) => CuratedFile>>;

/** The share that is kept for the headings between the files. */
const FRAME = 0.025;

/**
 * Builds every file within its share. What a file leaves is for those after it; what all of them leave is for those
 * that could use more.
 */
export function buildWithShares(
  build: FileBuilders,
  { tokens, count }: TokenBudget,
): ReadonlyMap<PromptFile, SharedFile> {
  const built = new Map<PromptFile, SharedFile>();
  const add = (stem: PromptFile, budget: number) => {
    const file = build[stem]({ tokens: Math.max(0, budget), count });
    const used = count(renderSections(file));
    built.set(stem, { file, budget, tokens: used });
    return used;
  };
  const total = Math.floor(tokens * (1 - FRAME));
  let divided = total;
  let left = 0;
  for (const { stem, part } of shares) {
    const budget = Math.floor(divided * part) + left;
    const used = add(stem, budget);
    left = budget - used;
    if (stem === "system_context") {
      divided = Math.max(0, total - used);
      left = 0;
    }
  }
  for (const stem of spareFor) {
    const spare = total - promptTokens(built);
    const before = built.get(stem);
    if (before !== undefined && before.tokens + spare > before.budget)
      add(stem, before.tokens + spare);
  }
  return built;
}

/** Files that may use what all others leave. */
const spareFor = ["current_focus", "open_requests"] as const;

/** Tokens that a model reads of all files. */
export function promptTokens(built: ReadonlyMap<PromptFile, SharedFile>): number {
  return [...built.values()].reduce((sum, { tokens }) => sum + tokens, 0);
}

/** What each file has of the budget, in the order in which they are given out. */
export function sectionsOf(
  built: ReadonlyMap<PromptFile, SharedFile>,
): { name: string; tokens: number; budget: number }[] {
  return shares.flatMap(({ stem }) => {
    const file = built.get(stem);
    return file ? [{ name: stem, tokens: file.tokens, budget: file.budget }] : [];
  });
}
