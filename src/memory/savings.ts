import type { JudgeCostRow } from "../state/tables.ts";
import type { SavingsRow } from "./tables.ts";

/** The sums of one row; zeros without one. */
export function totalSavings(row: SavingsRow | undefined) {
  const { calls = 0, returned_tokens = 0, baseline_tokens = 0, saved_tokens = 0 } = row ?? {};
  return { calls, returned_tokens, baseline_tokens, saved_tokens };
}

/** The sums of each name. */
export function savingsByName(rows: readonly SavingsRow[]) {
  return Object.fromEntries(rows.map((row) => [row.name ?? "default", totalSavings(row)]));
}

/** The tokens of each judge. */
export function costsByJudge(rows: readonly JudgeCostRow[]) {
  return Object.fromEntries(
    rows.map(({ judge, ...counts }) => [
      judge,
      { ...counts, total_tokens: counts.prompt_tokens + counts.completion_tokens },
    ]),
  );
}
