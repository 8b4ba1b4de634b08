import * as z from "zod";
import { mandateOutput } from "../../curator/disk/mandates/mandate-result.ts";
import { runMandate } from "../../curator/disk/mandates/run-mandate.ts";
import { compaction } from "../../curator/mandates/choices.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId, telemetryInput } from "./input.ts";

export default defineOperation({
  name: "context compact",
  summary: "Summarise new events of a responsibility's memory in its insights",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.compact", sets: ["context"] },
  positionals: ["id"],
  examples: ["context compact docs_cos"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    "dry-run": z.boolean().default(false).describe("Show what would change"),
    ...telemetryInput,
    ...placeInput,
  }),
  output: mandateOutput,
  run: (context, input) => runMandate(context, { ...input, dryRun: input["dry-run"] }, compaction),
});
