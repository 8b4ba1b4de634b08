import * as z from "zod";
import { actIn } from "../../../curator/refreshing/acting.ts";
import { artifactSources, artifactTypes } from "../../../curator/responsibilities/bodies.ts";
import { registerArtifact } from "../../../curator/responsibilities/lineage.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput, responsibilityId } from "../input.ts";
import { artifactIdInput, artifactSchema } from "./lineage-schema.ts";

export default defineOperation({
  name: "context lineage register",
  summary: "Register an artifact, so that its origin can be traced",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.lineage_register", sets: ["registry"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: [
    "context lineage register sales_q2 --responsibility docs_cos --type dataset --uri data/q2.csv",
  ],
  input: z.object({
    id: artifactIdInput,
    responsibility: responsibilityId.describe("Responsibility that it belongs to"),
    type: z
      .enum(artifactTypes)
      .default("document")
      .describe("What it is")
      .meta({ placeholder: "TYPE" }),
    uri: z.string().max(4096).describe("Where it is"),
    "source-type": z.enum(artifactSources).default("manual").describe("What it comes from"),
    "source-id": z.string().max(512).default("").describe("Id of what it comes from"),
    ...actingInput,
  }),
  output: () => z.object({ artifact: artifactSchema() }),
  run: (context, { id, responsibility, type, uri, ...input }) =>
    actIn(context, input, "write", async ({ ledger, acting }) => {
      const { "source-type": source_type, "source-id": source_id } = input;
      const draft = { id, responsibility, type, uri, source_type, source_id };
      return { artifact: await ledger.write((unit) => registerArtifact(unit, acting, draft)) };
    }),
});
