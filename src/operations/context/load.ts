import * as z from "zod";
import { loadedSchema } from "../../curator/assemble/load.ts";
import { loadResponsibility } from "../../curator/disk/load-responsibility.ts";
import { budgetSchema } from "../../curator/workspace/config.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context load",
  summary: "Show what a model reads of a responsibility: one text within a budget of tokens",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.load", sets: ["context"] },
  positionals: ["id"],
  examples: ["context load docs_cos", "context load docs_cos --with context/knowledge/flags.md"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    budget: budgetSchema
      .optional()
      .describe("Tokens of the text (default: load_budget_tokens of the settings)"),
    with: z.array(z.string().min(1).max(1024)).default([]).describe("Also this file, complete"),
    task: z
      .string()
      .min(1)
      .max(10_000)
      .optional()
      .describe("Text of a task: files that share its terms are loaded, too"),
    "with-links": z.boolean().default(false).describe("Also the linked files, as far as they fit"),
    frozen: z
      .boolean()
      .default(false)
      .describe("Refuse files that are not up to date instead of refreshing them"),
    ...placeInput,
  }),
  output: () => z.object({ responsibility_id: z.string(), ...loadedSchema().shape }),
  run: loadResponsibility,
});
