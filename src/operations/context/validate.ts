import * as z from "zod";
import { validatedSchema, validateResponsibility } from "../../curator/disk/read/validate.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context validate",
  summary: "Check the files and the packs of a responsibility, or its identity",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.validate", sets: ["context"] },
  positionals: ["id"],
  examples: ["context validate docs_cos", "context validate docs_cos --only identity"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    secrets: z
      .boolean()
      .default(false)
      .describe("Look for secrets and e-mail addresses in the curated files"),
    only: z
      .enum(["files", "packs", "identity"])
      .optional()
      .describe("Check one part (default: files and packs; identity before work begins)"),
    pack: responsibilityId.optional().describe("Check this pack alone"),
    strict: z.boolean().default(false).describe("Let a secret fail the check"),
    ...placeInput,
  }),
  output: validatedSchema,
  run: validateResponsibility,
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
