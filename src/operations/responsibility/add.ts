import * as z from "zod";
import { describeFolder } from "../../curator/disk/read/described-folder.ts";
import { actIn } from "../../curator/disk/record/acting.ts";
import { registerResponsibility } from "../../curator/responsibilities/change.ts";
import { shownResponsibility } from "../../curator/responsibilities/shown-responsibility.ts";
import { responsibilitySchema } from "../../curator/responsibilities/tables/registry.ts";
import { actingAliases, actingInput, responsibilityId } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "responsibility add",
  summary: "Register a responsibility as a draft, or read its manifest again",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "responsibility.add", sets: ["registry"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ["responsibility add docs_cos --name Documentation --as steward_lab"],
  input: z.object({
    id: responsibilityId.describe("Id of the responsibility"),
    name: z.string().max(200).optional().describe("Its name for people"),
    chief: responsibilityId
      .optional()
      .describe("Responsibility that it answers to (default: itself)"),
    ...actingInput,
  }),
  output: () => z.object({ responsibility: responsibilitySchema(), changed: z.boolean() }),
  run: (context, { id, name, chief, ...input }) =>
    actIn(context, input, "write", async ({ ledger, acting, place }) => {
      const { capability_path, metadata } = describeFolder(place, id);
      const draft = { id, name, chief_of_staff_id: chief, capability_path, metadata };
      const { responsibility, changed } = await ledger.write((unit) =>
        registerResponsibility(unit, acting, draft),
      );
      return { responsibility: shownResponsibility(responsibility), changed };
    }),
});
