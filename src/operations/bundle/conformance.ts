/**
 * Runs the conformance cases against our own checker or any command. A foreign checker only has to
 * distinguish valid from invalid by its exit code; ours must also report the expected codes. The
 * command is split into words and started without a shell, so that a path cannot inject anything.
 */

import * as z from "zod";
import { PLACEHOLDER, runConformance } from "../../bundles/disk/run-conformance.ts";
import { variablesInput } from "../../runtime/variables-input.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "conformance",
  summary: "Test any checker with a suite of valid and invalid bundles",
  effect: "read",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it runs commands", http: "it runs commands" },
  positionals: [],
  examples: ["conformance", "conformance --command 'my-validator --strict {bundle}' --format ocf"],
  input: z.object({
    command: z
      .string()
      .optional()
      .describe(
        `Checker to run; ${PLACEHOLDER} becomes the bundle's path, exit code 0 means valid`,
      ),
    format: z
      .string()
      .optional()
      .describe("Only the cases of this format")
      .meta({ placeholder: "FORMAT", completes: "format" }),
    ...variablesInput,
  }),
  output: () =>
    z.object({
      passed: z.number(),
      failed: z.number(),
      cases: z.array(
        z.object({
          format: z.string(),
          name: z.string(),
          expected: z.enum(["valid", "invalid"]),
          said: z.enum(["valid", "invalid", "nothing"]),
          passed: z.boolean(),
          detail: z.string().nullable(),
        }),
      ),
    }),
  run: runConformance,
  exitCode: (output) => (output.failed === 0 && output.passed > 0 ? 0 : 1),
});
