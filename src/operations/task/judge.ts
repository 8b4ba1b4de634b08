import * as z from "zod";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import { askNamed, modelInput } from "../../models/model-input.ts";
import { askJudge, modelJudgeSchema } from "../../tasks/disk/judge/ask-judge.ts";
import { judgeFolder } from "../../tasks/disk/judge/judge-folder.ts";
import { layOutResult, recordOutcome, requireFolder } from "../../tasks/disk/judge/judge-result.ts";
import { judgedSchema, judgeRecord, outcomeJson } from "../../tasks/disk/judge/judged-schema.ts";
import { checksInput, requireChecks } from "../../tasks/disk/judge/read-checks.ts";
import { readTask } from "../../tasks/disk/read-task.ts";
import { requireValidTask } from "../../tasks/disk/require-task.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "task judge",
  summary: "Judge the result of a task bundle by checks of your own",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: { mcp: "checks may run commands", http: "as for MCP" },
  positionals: ["bundle"],
  examples: [
    "task judge ./fix-login --check 'npm test' --record",
    "task judge ./fix-login --checks checks.json --allow-exec",
  ],
  input: z.object({
    ...checksInput,
    ...modelInput("Also ask a model of this provider; its score is kept apart"),
    record: z.boolean().default(false).describe("Write the outcome into the bundle (a folder)"),
  }),
  output: () =>
    z.object({
      ...judgedSchema().shape,
      bundle: z.string(),
      recorded: z.boolean(),
      /** The opinion of a model, apart from the score; null when none was asked. */
      modelJudge: modelJudgeSchema().nullable(),
    }),
  async run(context, input) {
    const checks = requireChecks(context, input);
    const ask = await askNamed(context, input);
    const reading = await readTask(context, input.bundle, { level: "full", profile: "lenient" });
    if (input.record) requireFolder(reading);
    const scratch = createTemporaryFolder();
    const result = await layOutResult(reading, scratch);
    const outcome = await judgeFolder(checks, result);
    const judge = judgeRecord(context.now());
    const task = requireValidTask(reading, "judge the bundle").task ?? "";
    const modelJudge =
      ask && (await askJudge(ask, { task, patch: result.patch, outcome }, judge.at));
    const recorded = { ...outcomeJson(outcome, judge), ...(modelJudge ? { modelJudge } : {}) };
    if (input.record) await recordOutcome(reading, recorded);
    return { ...outcome, judge, modelJudge, bundle: reading.absolute, recorded: input.record };
  },
  exitCode: ({ status }) => (status === "success" ? 0 : 1),
});
