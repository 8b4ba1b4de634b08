import * as z from "zod";
import { actIn } from "../../../curator/refreshing/acting.ts";
import { traceArtifact } from "../../../curator/responsibilities/lineage.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput } from "../input.ts";
import { artifactIdInput, artifactSchema, linkSchema } from "./lineage-schema.ts";

export default defineOperation({
  name: "context lineage trace",
  summary: "Show what an artifact consists of and what resulted from it",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.lineage_trace", sets: ["registry"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ["context lineage trace report_q1"],
  input: z.object({ id: artifactIdInput, ...actingInput }),
  output: () =>
    z.object({
      artifact: artifactSchema(),
      up: z.array(linkSchema()),
      down: z.array(linkSchema()),
    }),
  run: (context, { id, ...input }) =>
    actIn(context, input, "read", ({ ledger }) => ledger.read((tx) => traceArtifact(tx, id))),
});
