/** Shows what a task bundle contains, with the keys that other programs for the format use. */

import * as z from "zod";
import { checkExitCode } from "../../base/findings.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { bundleInput, readTask } from "../../tasks/disk/read-task.ts";
import { requireValidModel } from "../../tasks/disk/require-task.ts";
import { inspectionSchema, inspectTask } from "../../tasks/inspect.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "task inspect",
  summary: "Show the task, result and contents of a task bundle",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "task.inspect", sets: ["tasks"] },
  positionals: ["bundle"],
  examples: ["task inspect ./fix-login", "task inspect run.tar.gz --events --files"],
  input: z.object({
    ...bundleInput,
    events: z.boolean().default(false).describe("List the events"),
    files: z.boolean().default(false).describe("List the captured files"),
    patch: z.boolean().default(false).describe("Show what the run changed").meta({ by: "person" }),
  }),
  output: () => z.object({ ...inspectionSchema().shape, findings: z.array(findingSchema()) }),
  async run(context, input) {
    const reading = await readTask(
      context,
      input.bundle,
      { level: "records", profile: "lenient" },
      input,
    );
    const task = requireValidModel(reading, `inspect "${input.bundle}"`);
    const inspection = await inspectTask(task, reading.files, {
      bundleDir: reading.absolute,
      withEvents: input.events,
      withFiles: input.files,
      withPatch: input.patch,
    });
    return { ...inspection, findings: [...reading.findings.list()] };
  },
  exitCode: ({ findings }) => checkExitCode(findings),
});
