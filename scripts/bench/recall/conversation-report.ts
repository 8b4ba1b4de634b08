import { join } from "node:path";
import type { Report } from "../report.ts";
import { type Conversation, readLocomo, readLongMemEval } from "./conversations.ts";
import { type EvidenceResult, measureEvidence } from "./evidence.ts";

/** Tokens that a question may have, and the share of its evidence that must lie within them; null without a goal. */
type Goals = readonly (readonly [budget: number, least: number | null])[];

/** Evidence found in long conversations; their files are not ours to carry, so they are named by path. */
export const conversationReports: readonly Report[] = [
  reportOf("LoCoMo", "HOLDALL_LOCOMO", readLocomo, [
    [505, 0.73],
    [1000, 0.8],
    [2000, 0.86],
  ]),
  reportOf("LongMemEval", "HOLDALL_LONGMEMEVAL", readLongMemEval, [[1944, null]]),
];

function reportOf(
  name: string,
  variable: string,
  read: (file: string) => readonly Conversation[],
  goals: Goals,
): Report {
  return {
    name: `recall: evidence in ${name} within ${goals.map(([budget]) => budget).join(", ")} tokens`,
    async run(folder) {
      const file = process.env[variable];
      if (file === undefined) return { notRun: `${variable} names no file`, lines: [], checks: [] };
      const conversations = read(file);
      const budgets = goals.map(([budget]) => budget);
      const results = await measureEvidence(conversations, budgets, (id) => join(folder, id));
      return {
        lines: [
          `${conversations.length} conversations, ${results[0]?.questions} questions`,
          ...results.map((result, at) => lineOf(budgets[at] ?? 0, result)),
        ],
        checks: goals.flatMap(([budget, least], at) => {
          const value = results[at]?.recall ?? 0;
          const check = `${name} evidence recall, ${budget} tokens`;
          return least === null ? [] : [{ name: check, value, least }];
        }),
        cases: results,
      };
    },
  };
}

function lineOf(budget: number, { recall, complete, meanTokens, byKind }: EvidenceResult): string {
  const kinds = Object.entries(byKind).map(([kind, value]) => `${kind} ${value.toFixed(3)}`);
  return `${budget} tokens: recall ${recall.toFixed(3)}, all evidence ${complete.toFixed(3)}, ${meanTokens.toFixed(0)} tokens each; by kind: ${kinds.join(", ")}`;
}
