import * as z from "zod";
import { requireBundle } from "../../../curator/ingestion/read.ts";
import { actIn } from "../../../curator/refreshing/acting.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput } from "../input.ts";
import { bundleId, bundleSchema, shownBundle } from "./bundle-input.ts";

export default defineOperation({
  name: "context bundle show",
  summary: "Show a bundle and whether its files are those of the record",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.bundle_show", sets: ["requests"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ["context bundle show bundle_2026-02-03-release"],
  input: z.object({ id: bundleId, ...actingInput }),
  output: () => z.object({ bundle: bundleSchema() }),
  run: (context, { id, ...input }) =>
    actIn(context, input, "read", ({ ledger, acting, place }) =>
      ledger.read(async (tx) => ({
        bundle: shownBundle(place, await requireBundle(tx, acting.workspace, id)),
      })),
    ),
  exitCode: ({ bundle }) => (bundle.metadata === "changed" || bundle.fault !== null ? 1 : 0),
});
