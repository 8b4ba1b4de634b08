import * as z from "zod";
import { countNamespaces } from "../../memory/tables.ts";
import { configFor } from "../../runtime/config.ts";
import { inWorkspace, projectRoot, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "memory projects",
  summary: "List the namespaces that have units",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.projects", sets: ["memory"] },
  positionals: [],
  examples: ["memory projects"],
  input: z.object({ ...storeInput }),
  output: () =>
    z.object({
      collection: z.string().nullable(),
      projects: z.array(z.string()),
      units: z.record(z.string(), z.number()),
    }),
  run: (context, { store }) =>
    inWorkspace(context, { store, effect: "read" }, async (ledger) => {
      const { collection } = configFor(context, projectRoot(ledger, context));
      const rows = await ledger.read(countNamespaces);
      return {
        collection: collection ?? null,
        projects: rows.map(({ namespace }) => namespace),
        units: Object.fromEntries(rows.map(({ namespace, units }) => [namespace, units])),
      };
    }),
});
