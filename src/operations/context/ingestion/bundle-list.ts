import * as z from "zod";
import { actIn } from "../../../curator/disk/record/acting.ts";
import { bundleSchema, shownBundle } from "../../../curator/disk/shown-bundle.ts";
import { bundleStatuses } from "../../../curator/ingestion/bodies.ts";
import { countBacklog, listBundles } from "../../../curator/ingestion/read.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput } from "../input.ts";

export default defineOperation({
  name: "context bundle list",
  summary: "List ingested bundles with their status",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.bundle_list", sets: ["requests"] },
  positionals: [],
  aliases: actingAliases,
  examples: ["context bundle list --status pending"],
  input: z.object({
    status: z.enum(bundleStatuses).optional().describe("Only bundles with this status"),
    ...actingInput,
  }),
  output: () => z.object({ bundles: z.array(bundleSchema()), backlog: z.number() }),
  run: (context, { status, ...input }) =>
    actIn(context, input, "read", ({ ledger, acting, place }) =>
      ledger.read(async (tx) => {
        const found = await listBundles(tx, acting.workspace, status);
        const bundles = found.map((bundle) => shownBundle(place, bundle));
        return { bundles, backlog: await countBacklog(tx, acting.workspace) };
      }),
    ),
});
