/**
 * Sums what recalls returned against what the complete units would have cost, both by the simple
 * estimator; judges are counted in their own tokens.
 */

import * as z from "zod";
import { costsByJudge, savingsByName, totalSavings } from "../../memory/savings.ts";
import { savingsSchema, sumSavings } from "../../memory/tables.ts";
import { parseMoment } from "../../runtime/moment.ts";
import { sumJudgeCosts } from "../../state/tables.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "memory savings",
  summary: "Show how many tokens recall saved compared with complete units, and what judges used",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.savings", sets: ["skills"] },
  positionals: [],
  examples: ["memory savings", "memory savings --since 2026-01-01 --json"],
  input: z.object({
    since: z
      .string()
      .default("0001-01-01T00:00:00Z")
      .describe("Count only from this time on, such as 2d or 2026-01-31"),
  }),
  output: () =>
    z.object({
      counter: z.literal("utf8_bytes_div4_v1"),
      totals: savingsSchema(),
      by_op: z.record(z.string(), savingsSchema()),
      by_session: z.record(z.string(), savingsSchema()),
      /** Tokens that the judges of commits used, in their own count. */
      by_judge: z.record(
        z.string(),
        z.object({
          calls: z.number(),
          prompt_tokens: z.number(),
          completion_tokens: z.number(),
          total_tokens: z.number(),
        }),
      ),
      first_ts: z.string().nullable(),
      last_ts: z.string().nullable(),
    }),
  run: ({ context, ledger }, { since }) =>
    ledger.read(async (tx) => {
      const from = parseMoment(since, context.now()).toISOString();
      const [all] = await sumSavings(tx, from, null);
      return {
        counter: "utf8_bytes_div4_v1" as const,
        totals: totalSavings(all),
        by_op: savingsByName(await sumSavings(tx, from, "op")),
        by_session: savingsByName(await sumSavings(tx, from, "session_id")),
        by_judge: costsByJudge(await sumJudgeCosts(tx, from)),
        first_ts: all?.first_ts ?? null,
        last_ts: all?.last_ts ?? null,
      };
    }),
});
