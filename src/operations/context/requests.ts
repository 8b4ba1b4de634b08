import * as z from "zod";
import { mandateOutput } from "../../curator/disk/mandates/mandate-result.ts";
import { runMandate } from "../../curator/disk/mandates/run-mandate.ts";
import { requestUpdate } from "../../curator/mandates/choices.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId, telemetryInput } from "./input.ts";

export default defineOperation({
  name: "context requests",
  summary: "Rebuild the list of open requests, and raise alerts about late ones",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.requests", sets: ["context"] },
  positionals: ["id"],
  examples: ["context requests docs_cos --alerts"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    alerts: z.boolean().default(false).describe("Record an alert for each late request, once"),
    ...telemetryInput,
    ...placeInput,
  }),
  output: mandateOutput,
  run: (context, input) => runMandate(context, input, requestUpdate(input)),
});
