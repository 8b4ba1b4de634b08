import * as z from "zod";
import { readSmallFile } from "../../disk/small-file.ts";
import { checkTask, taskProofSchema } from "../../tasks/disk/judge/check-task.ts";
import { checksInput, requireChecks } from "../../tasks/disk/judge/read-checks.ts";
import { readTask } from "../../tasks/disk/read-task.ts";
import { requireValidTask } from "../../tasks/disk/require-task.ts";
import { defineOperation } from "../operation/define-operation.ts";

const PATCH = { what: "patch", maxBytes: 64 * 1024 * 1024 };

export default defineOperation({
  name: "task check",
  summary:
    "Prove a task before agents are compared with it: a solution passes, doing nothing fails",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "checks may run commands", http: "as for MCP" },
  positionals: ["bundle"],
  examples: [
    "task check ./fix-login --check 'npm test'",
    "task check ./fix-login --checks checks.json --allow-exec",
  ],
  input: z.object({
    ...checksInput,
    solution: z
      .string()
      .optional()
      .describe("Patch that solves the task; the bundle's own result.diff without it")
      .meta({ path: true, placeholder: "FILE" }),
  }),
  output: () => taskProofSchema().extend({ bundle: z.string() }),
  async run(context, input) {
    const checks = requireChecks(context, input);
    const reading = await readTask(context, input.bundle, { level: "full", profile: "lenient" });
    requireValidTask(reading, `check "${input.bundle}"`);
    const patch =
      input.solution === undefined
        ? null
        : Buffer.from(readSmallFile(context.cwd, input.solution, PATCH).text);
    return { ...(await checkTask(reading, checks, patch)), bundle: reading.absolute };
  },
  exitCode: ({ faults }) => (faults.length === 0 ? 0 : 1),
});
