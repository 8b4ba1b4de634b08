/**
 * Removes unreferenced artifacts; see `ledger/collect-garbage.ts` for what counts as referenced.
 */

import * as z from "zod";
import { collectArtifacts } from "../../ledger/collect-garbage.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "ledger gc",
  summary: "Remove artifacts that nothing in the workspace refers to",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it deletes data", http: "it deletes data" },
  positionals: [],
  examples: ["ledger gc --dry-run"],
  input: z.object({
    "dry-run": z
      .boolean()
      .default(false)
      .describe("List what would be removed, and remove nothing"),
    ...storeInput,
  }),
  output: () =>
    z.object({
      dry_run: z.boolean(),
      kept: z.number(),
      removed: z.array(z.string()),
      bytes: z.number(),
    }),
  run: (context, { store, "dry-run": dryRun }) =>
    inWorkspace(context, { store, effect: dryRun ? "read" : "write" }, async (ledger) => {
      const { kept, removed, bytes } = await collectArtifacts(ledger, { dryRun });
      return { dry_run: dryRun, kept, removed: [...removed], bytes };
    }),
});
