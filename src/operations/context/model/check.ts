import * as z from "zod";
import { chooseController } from "../../../curator/disk/mandates/controller.ts";
import { mandateOutput } from "../../../curator/disk/mandates/mandate-result.ts";
import { runMandate } from "../../../curator/disk/mandates/run-mandate.ts";
import { modelCheck } from "../../../curator/mandates/choices.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { placeInput, responsibilityId, telemetryInput } from "../input.ts";

export default defineOperation({
  name: "context model check",
  summary: "Compare the model in use with the policy of a responsibility, and record drift",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.model_check", sets: ["context"] },
  positionals: ["id"],
  examples: ["context model check docs_cos --detected gpt-5"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    detected: z
      .string()
      .min(1)
      .max(200)
      .regex(/^\S+$/)
      .optional()
      .describe("Model in use (default: the one seen last in sessions and runs)"),
    mandate: z.string().min(1).max(200).optional().describe("Mandate that is about to run"),
    boot: z.boolean().default(false).describe("Record the check as one at the start of a session"),
    ...telemetryInput,
    ...placeInput,
  }),
  output: mandateOutput,
  run: (context, { mandate, boot, ...input }) =>
    runMandate(
      context,
      { ...input, forMandate: mandate, isBoot: boot, controller: chooseController(context) },
      modelCheck,
    ),
  exitCode: ({ model }) =>
    model?.class === "violation" && model.outcome !== "auto_switched" ? 3 : 0,
});
