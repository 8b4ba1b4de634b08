import * as z from "zod";
import { countNamespaces } from "../../memory/tables.ts";
import { configFor } from "../../runtime/config.ts";
import { projectRoot } from "../../runtime/workspace.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "memory projects",
  summary: "List the namespaces that have units",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.projects", sets: ["memory"] },
  positionals: [],
  examples: ["memory projects"],
  input: z.object({}),
  output: () =>
    z.object({
      collection: z.string().nullable(),
      projects: z.array(z.string()),
      units: z.record(z.string(), z.number()),
    }),
  run: async ({ context, ledger }) => {
    const { collection } = configFor(context, projectRoot(ledger, context));
    const rows = await ledger.read(countNamespaces);
    return {
      collection: collection ?? null,
      projects: rows.map(({ namespace }) => namespace),
      units: Object.fromEntries(rows.map(({ namespace, units }) => [namespace, units])),
    };
  },
});
