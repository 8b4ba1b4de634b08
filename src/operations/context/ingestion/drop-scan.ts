import * as z from "zod";
import { actIn } from "../../../curator/disk/record/acting.ts";
import { SETTLE_SECONDS, scanDrops } from "../../../curator/disk/record/scan-drops.ts";
import { integer } from "../../../runtime/integer.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput } from "../input.ts";

export default defineOperation({
  name: "context drop scan",
  summary: "Ingest files of the drop folder as bundles, once they no longer change",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.drop_scan", sets: ["requests"] },
  positionals: [],
  aliases: actingAliases,
  examples: ["context drop scan --as steward_lab"],
  input: z.object({
    settle: integer().default(SETTLE_SECONDS).describe("Seconds for which a file must not change"),
    ...actingInput,
  }),
  output: () =>
    z.object({
      bundles: z.array(z.string()),
      /** Files with content that had been taken in before under another name. */
      linked: z.array(z.string()),
      waiting: z.array(z.string()),
      skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
    }),
  run: (context, { settle, ...input }) =>
    actIn(context, input, "write", (where) => scanDrops(where, settle)),
});
