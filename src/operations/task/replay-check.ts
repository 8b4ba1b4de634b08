import * as z from "zod";
import { checkExitCode } from "../../base/findings.ts";
import { replaySchema } from "../../model/task-bundle.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { bundleInput, readTask } from "../../tasks/disk/read-task.ts";
import { judgeReading } from "../../tasks/verdict.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "task replay check",
  summary: "Check whether a task can be run again, and from what",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "task.replay_check", sets: ["tasks"] },
  positionals: ["bundle"],
  examples: ["task replay check ./fix-login"],
  input: z.object(bundleInput),
  output: () =>
    z.object({
      bundleDir: z.string(),
      valid: z.boolean(),
      replayReady: z.boolean(),
      replay: replaySchema(),
      issues: z.array(findingSchema()),
    }),
  async run(context, input) {
    const reading = await readTask(context, input.bundle, { level: "full" }, input);
    const issues = [...reading.findings.list()];
    const verdict = judgeReading(reading.task, issues, { strict: false });
    return { bundleDir: reading.absolute, ...verdict, issues };
  },
  exitCode: ({ replayReady, issues }) => (replayReady ? 0 : checkExitCode(issues) || 1),
});
