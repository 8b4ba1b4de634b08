import { join } from "node:path";
import type { Report } from "../report.ts";
import { type Conversation, readLocomo, readLongMemEval } from "./conversations.ts";
import { measureEvidence } from "./evidence.ts";

const LOCOMO_BUDGET = 505;
const LOCOMO_LEAST = 0.62;
const LONG_BUDGET = 1944;

/** Evidence found in long conversations; their files are not ours to carry, so they are named by path. */
export const conversationReports: readonly Report[] = [
  reportOf("LoCoMo", "HOLDALL_LOCOMO", readLocomo, LOCOMO_BUDGET, LOCOMO_LEAST),
  reportOf("LongMemEval", "HOLDALL_LONGMEMEVAL", readLongMemEval, LONG_BUDGET, null),
];

function reportOf(
  name: string,
  variable: string,
  read: (file: string) => readonly Conversation[],
  budget: number,
  least: number | null,
): Report {
  return {
    name: `recall: evidence in ${name} within ${budget} tokens`,
    async run(folder) {
      const file = process.env[variable];
      if (file === undefined) return { notRun: `${variable} names no file`, lines: [], checks: [] };
      const conversations = read(file);
      const result = await measureEvidence(conversations, budget, (id) => join(folder, id));
      const kinds = Object.entries(result.byKind).map(
        ([kind, value]) => `${kind} ${value.toFixed(3)}`,
      );
      return {
        lines: [
          `${conversations.length} conversations, ${result.questions} questions, ${result.meanTokens.toFixed(0)} tokens each`,
          `recall ${result.recall.toFixed(3)}, all evidence ${result.complete.toFixed(3)}`,
          `by kind: ${kinds.join(", ")}`,
        ],
        checks:
          least === null ? [] : [{ name: `${name} evidence recall`, value: result.recall, least }],
        cases: result,
      };
    },
  };
}
