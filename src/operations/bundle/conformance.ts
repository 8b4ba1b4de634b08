/**
 * Runs the conformance cases against our own checker or any command. A foreign checker only has to
 * distinguish valid from invalid by its exit code; ours must also report the expected codes. The
 * command is split into words and started without a shell, so that a path cannot inject anything.
 */

import path from "node:path";
import * as z from "zod";
import { resolveFormatName } from "../../bundles/detect.ts";
import {
  check,
  PLACEHOLDER,
  runChecker,
  splitCommand,
  writeCase,
} from "../../bundles/disk/run-conformance.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { variablesInput } from "../../runtime/variables-input.ts";
import { conformanceCases } from "../../testing/conformance-cases.ts";
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
  async run(context, input) {
    const only = input.format === undefined ? null : resolveFormatName(input.format);
    const argv = input.command === undefined ? null : splitCommand(input.command);
    const cases = (await conformanceCases()).filter(
      ({ format }) => only === null || format === only,
    );
    const folder = createTemporaryFolder();
    const results = [];
    for (const [index, each] of cases.entries()) {
      context.progress(`case ${index + 1} of ${cases.length}: ${each.format} ${each.name}`);
      const bundle = writeCase(each, path.join(folder, String(index)));
      const answer = argv
        ? await runChecker(context, { argv, bundle, variables: input.env })
        : await check(context, each, bundle);
      const expected = each.verdict === "invalid" ? "invalid" : "valid";
      const passed = answer.said === expected && answer.detail === null;
      results.push({ format: each.format, name: each.name, expected, ...answer, passed } as const);
    }
    removeTemporary(folder);
    const passed = results.filter((result) => result.passed).length;
    return { passed, failed: results.length - passed, cases: results };
  },
  exitCode: (output) => (output.failed === 0 && output.passed > 0 ? 0 : 1),
});
