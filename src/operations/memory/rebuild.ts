import * as z from "zod";
import { indexUnits } from "../../memory/search/index-units.ts";
import { createSearch } from "../../memory/search/tables.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "memory rebuild",
  summary: "Rebuild the search index of the units",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: {
    mcp: "it is maintenance of the workspace",
    http: "it is maintenance of the workspace",
  },
  positionals: [],
  examples: ["memory rebuild"],
  input: z.object({ ...storeInput }),
  output: () => z.object({ indexed: z.number() }),
  run: (context, { store }) =>
    inWorkspace(context, { store, effect: "write" }, (ledger) =>
      ledger.write(async ({ tx }) => {
        await createSearch(tx, ledger.store.engine, "real");
        return { indexed: await indexUnits(tx, ledger.store.engine) };
      }),
    ),
});
