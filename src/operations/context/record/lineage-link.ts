import * as z from "zod";
import { ROUTING_CLAUSE } from "../../../curator/ingestion/prepare.ts";
import { actIn } from "../../../curator/refreshing/acting.ts";
import { linkArtifacts } from "../../../curator/responsibilities/lineage.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput } from "../input.ts";
import { artifactIdInput, linkSchema } from "./lineage-schema.ts";

export default defineOperation({
  name: "context lineage link",
  summary: "Record which artifacts another one consists of",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.lineage_link", sets: ["registry"] },
  positionals: ["output", "inputs"],
  aliases: actingAliases,
  examples: ["context lineage link report_q1 sales_q1 --tool summarise"],
  input: z.object({
    output: artifactIdInput.describe("Artifact that resulted"),
    inputs: z.array(z.string().min(1).max(256)).min(1).describe("Artifacts that went into it"),
    tool: z.string().min(1).max(200).describe("Program that did it"),
    clause: z.string().min(1).max(200).default(ROUTING_CLAUSE).describe("Guardrail that allows it"),
    ...actingInput,
  }),
  output: () => z.object({ links: z.array(linkSchema()) }),
  run: (context, { output, inputs, tool, clause, ...input }) =>
    actIn(context, input, "write", async ({ ledger, acting }) => {
      const link = { output, inputs, tool, clause };
      return { links: [...(await ledger.write((unit) => linkArtifacts(unit, acting, link)))] };
    }),
});
