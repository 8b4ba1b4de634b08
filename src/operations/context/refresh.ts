import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { chosenIds, isRefused } from "../../curator/disk/mandates/chosen-responsibilities.ts";
import { chooseController } from "../../curator/disk/mandates/controller.ts";
import { mandateOutput } from "../../curator/disk/mandates/mandate-result.ts";
import { runMandate } from "../../curator/disk/mandates/run-mandate.ts";
import { reportAlertsIn } from "../../curator/disk/record/report-alerts.ts";
import { chooseMandate } from "../../curator/mandates/choices.ts";
import { coreFiles } from "../../model/ai-context/context-file.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId, telemetryInput } from "./input.ts";

export default defineOperation({
  name: "context refresh",
  summary: "Rebuild the curated files of a responsibility",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.refresh", sets: ["context"] },
  positionals: ["id"],
  examples: [
    "context refresh docs_cos",
    "context refresh docs_cos --only model_preferences --detected gpt-5",
  ],
  input: z.object({
    id: responsibilityId.optional().describe("Responsibility"),
    all: z.boolean().default(false).describe("Rebuild the files of every responsibility"),
    only: z
      .array(z.enum(coreFiles))
      .default([])
      .describe("Rebuild only these files; model_preferences compares the model with the policy"),
    alerts: z.boolean().default(false).describe("Record an alert for each late request, once"),
    override: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe("Publish although a limit is exceeded, for this reason (with --by)")
      .meta({ by: "person" }),
    by: responsibilityId.optional().describe("Who overrides: the steward").meta({ by: "person" }),
    "accept-memory": z
      .boolean()
      .default(false)
      .describe("Accept that earlier lines of the memory were changed (with --by)")
      .meta({ by: "person" }),
    detected: z
      .string()
      .min(1)
      .max(200)
      .regex(/^\S+$/)
      .optional()
      .describe("Model in use (default: the one seen last in sessions and runs)"),
    mandate: z.string().min(1).max(200).optional().describe("Mandate that the model is to run"),
    boot: z.boolean().default(false).describe("Record the model as that of a new session"),
    "dry-run": z.boolean().default(false).describe("Show what would change"),
    ...telemetryInput,
    ...placeInput,
  }),
  output: () => z.object({ results: z.array(mandateOutput()) }),
  async run(context, input) {
    const ids = chosenIds(context, input);
    const by = input.by;
    if ((input.override !== undefined || input["accept-memory"]) && by === undefined) {
      throw new HoldallError(
        "E_USAGE",
        "Cannot override without --by: name the steward who decides",
      );
    }
    // A refresh is a mandate: an order to the controller to rebuild files, which is recorded with its outcome.
    const choice = chooseMandate(input.only, { alerts: input.alerts });
    const results = [];
    for (const id of ids) {
      const request = {
        id,
        workspace: input.workspace,
        store: input.store,
        now: input.now,
        telemetry: input.telemetry,
        dryRun: input["dry-run"],
        detected: input.detected,
        forMandate: input.mandate,
        isBoot: input.boot,
        override:
          input.override === undefined || by === undefined ? null : { reason: input.override, by },
        acceptMemoryBy: input["accept-memory"] ? by : undefined,
        controller: chooseController(context),
      };
      results.push(await runMandate(context, request, choice));
    }
    if (input.telemetry === "sql" && !input["dry-run"]) await reportAlertsIn(context, input);
    return { results };
  },
  exitCode: ({ results }) => (results.some(isRefused) ? 3 : 0),
});
