import * as z from "zod";
import { actIn } from "../../../curator/disk/record/acting.ts";
import { bundleId, bundleSchema, shownBundle } from "../../../curator/disk/shown-bundle.ts";
import { fileLineageSchema, traceBundle } from "../../../curator/ingestion/lineage.ts";
import { requireBundle } from "../../../curator/ingestion/read.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput } from "../input.ts";

export default defineOperation({
  name: "context bundle show",
  summary: "Show a bundle, where its files came from, and whether they are those of the record",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.bundle_show", sets: ["requests"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ["context bundle show bundle_2026-02-03-release"],
  input: z.object({ id: bundleId, ...actingInput }),
  output: () =>
    z.object({
      bundle: bundleSchema(),
      /** Where each file came from, and every bundle that has it. */
      lineage: z.array(fileLineageSchema()),
    }),
  run: (context, { id, ...input }) =>
    actIn(context, input, "read", ({ ledger, acting, place }) =>
      ledger.read(async (tx) => {
        const bundle = await requireBundle(tx, acting.workspace, id);
        const lineage = [...(await traceBundle(tx, bundle))];
        return { bundle: shownBundle(place, bundle), lineage };
      }),
    ),
  exitCode: ({ bundle }) => (bundle.metadata === "changed" || bundle.fault !== null ? 1 : 0),
});
