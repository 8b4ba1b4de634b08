/**
 * Checks a task bundle. Whether it is valid and whether its task can be run again are two answers; an
 * unreadable archive is a finding, so that a script always gets both.
 */

import * as z from "zod";
import { checkExitCode } from "../../base/findings.ts";
import { asFinding } from "../../bundles/disk/refused-path.ts";
import { replaySchema } from "../../model/task-bundle.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { bundleInput, readTask } from "../../tasks/disk/read-task.ts";
import { resolvePath } from "../../tasks/disk/resolve-path.ts";
import { judgeReading } from "../../tasks/verdict.ts";
import { defineOperation } from "../operation/define-operation.ts";

const levels = { schema: "records", files: "files", full: "full" } as const;

export default defineOperation({
  name: "task validate",
  summary: "Check a task bundle, and whether its task can be run again",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "task.validate", sets: ["tasks"] },
  positionals: ["bundle"],
  examples: ["task validate ./fix-login", "task validate run.tar.gz --replay --strict"],
  input: z.object({
    ...bundleInput,
    level: z
      .enum(["schema", "files", "full"])
      .default("full")
      .describe("What to check: the documents, also that all files exist, or also every hash"),
    replay: z.boolean().default(false).describe("Fail when the task cannot be run again"),
    strict: z.boolean().default(false).describe("Fail on warnings, too"),
  }),
  output: () =>
    z.object({
      bundleDir: z.string(),
      level: z.enum(["schema", "files", "full"]),
      valid: z.boolean(),
      replayReady: z.boolean(),
      /** Whether everything that was asked for is true. */
      ok: z.boolean(),
      replay: replaySchema(),
      issues: z.array(findingSchema()),
    }),
  async run(context, input) {
    const { bundle, level, replay, strict } = input;
    const bundleDir = resolvePath(context, bundle);
    const reading = await readTask(context, bundle, { level: levels[level] }, input).catch(
      asFinding,
    );
    const [task, issues] =
      "refused" in reading
        ? [null, [reading.refused]]
        : [reading.task, [...reading.findings.list()]];
    const verdict = judgeReading(task, issues, { strict });
    const ok = verdict.valid && (!replay || verdict.replayReady);
    return { bundleDir, level, ...verdict, ok, issues };
  },
  exitCode: ({ ok, issues }) => (ok ? 0 : checkExitCode(issues) || 1),
});
