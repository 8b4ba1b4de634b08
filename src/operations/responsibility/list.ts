import * as z from "zod";
import { actIn } from "../../curator/disk/record/acting.ts";
import {
  shownResponsibility,
  termsIn,
} from "../../curator/responsibilities/shown-responsibility.ts";
import {
  responsibilitySchema,
  selectResponsibilities,
} from "../../curator/responsibilities/tables/registry.ts";
import { actingAliases, actingInput } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "responsibility list",
  summary: "List the registered responsibilities, or those that words of their manifests name",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "responsibility.list", sets: ["registry"] },
  positionals: ["words"],
  aliases: actingAliases,
  examples: ["responsibility list", "responsibility list docs release"],
  input: z.object({
    words: z
      .array(z.string().min(1).max(200))
      .default([])
      .describe("Words that must all occur in id, name, tags, mandates or tools"),
    ...actingInput,
  }),
  output: () => z.object({ responsibilities: z.array(responsibilitySchema()) }),
  run: (context, { words, ...input }) =>
    actIn(context, input, "read", ({ ledger, acting }) =>
      ledger.read(async (tx) => {
        const rows = (await selectResponsibilities(tx, acting.workspace)).map(shownResponsibility);
        const wanted = words.map((term) => term.toLowerCase());
        const matches = (row: (typeof rows)[number]) => {
          const known = [row.id, row.name ?? "", ...termsIn(row.metadata)].join("\n").toLowerCase();
          return wanted.every((term) => known.includes(term));
        };
        return { responsibilities: rows.filter(matches) };
      }),
    ),
});
