/**
 * Ends abandoned work now, including work that never had a lease. Otherwise the next writing
 * command would end only what has an expired lease.
 */

import * as z from "zod";
import { endAbandonedWork } from "../../ledger/leases.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "ledger recover",
  summary: "End runs and jobs that were abandoned by a crashed process",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it is an administrative command", http: "it is an administrative command" },
  positionals: [],
  examples: ["ledger recover"],
  input: z.object(storeInput),
  output: () => z.object({ ended: z.array(z.object({ name: z.string(), kind: z.string() })) }),
  run: (context, { store }) =>
    // Opened as for reading: what opening for writing would end by itself belongs into this report.
    inWorkspace(context, { store, effect: "read" }, async (ledger) => ({
      ended: [...(await endAbandonedWork(ledger, { unleased: true }))],
    })),
});
