import * as z from "zod";
import { outcomeStatuses } from "../../model/task-bundle-records.ts";
import { recordVerdict } from "../../tasks/disk/judge/record-verdict.ts";
import { bundleInput, readTask } from "../../tasks/disk/read-task.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "task verdict",
  summary: "Record what you think of a run that no checks have judged",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "a person decides, not a model", http: "as for MCP" },
  positionals: ["bundle", "status"],
  examples: ["task verdict runs/fix-login--claude--1 success --note 'Blank names are refused now'"],
  input: z.object({
    ...bundleInput,
    status: z.enum(outcomeStatuses).describe("Whether the run did its task"),
    note: z
      .string()
      .trim()
      .min(1)
      .max(10_000)
      .default("decided by a person")
      .describe("Why; it is recorded with the outcome"),
  }),
  output: () => z.object({ bundle: z.string(), status: z.enum(outcomeStatuses), note: z.string() }),
  async run(context, { bundle, status, note }) {
    const reading = await readTask(context, bundle, { level: "full", profile: "lenient" });
    await recordVerdict(reading, { status, note, at: context.now().toISOString() });
    return { bundle: reading.absolute, status, note };
  },
});
