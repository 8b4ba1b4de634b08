import * as z from "zod";
import { countProjectionRows, rebuildTables } from "../../ledger/projections.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "ledger rebuild",
  summary: "Rebuild all tables that are derived from the ledger",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it is an administrative command", http: "it is an administrative command" },
  positionals: [],
  examples: ["ledger rebuild"],
  input: z.object(storeInput),
  output: () => z.object({ events: z.number(), tables: z.record(z.string(), z.number()) }),
  run: (context, { store }) =>
    inWorkspace(context, { store, effect: "write" }, async ({ store: open, projections }) =>
      open.transaction("write", async (tx) => {
        const events = await rebuildTables(tx, open.engine, projections);
        return { events, tables: await countProjectionRows(tx, projections) };
      }),
    ),
});
