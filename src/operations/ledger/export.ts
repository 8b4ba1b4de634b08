import path from "node:path";
import * as z from "zod";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { writeLog } from "../../ledger/disk/write-log.ts";
import { exportFrames, exportHistory } from "../../ledger/exchange/export.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { keptSchema, SECRETS_KEPT } from "../operation/secrets-kept.ts";

export default defineOperation({
  name: "ledger export",
  summary: "Export threads and runs as a rip-style log, or the complete ledger as a history",
  effect: "write",
  secrets: "kept",
  surfaces: ["cli"],
  withheld: { mcp: "it writes outside the workspace", http: "it writes outside the workspace" },
  positionals: ["dir"],
  examples: ["ledger export ./log", "ledger export ./everything --all"],
  input: z.object({
    dir: z.string().describe("Folder to create"),
    all: z
      .boolean()
      .default(false)
      .describe("Export every stream with its hashes and texts, as history/"),
    ...storeInput,
  }),
  output: () =>
    z.object({
      secrets: keptSchema(),
      out: z.string(),
      layout: z.enum(["frames", "history"]),
      events: z.number(),
      streams: z.number(),
      blobs: z.number(),
      /** Events of kinds that the layout has no place for. */
      left_out: z.record(z.string(), z.number()),
      /** Events that only Holdall understands. */
      ours: z.number(),
      redacted: z.number(),
      missing: z.number(),
    }),
  run: (context, { dir, all, store }) =>
    inWorkspace(context, { store, effect: "read" }, async (ledger) => {
      const out = path.resolve(context.cwd, dir);
      const log = all ? exportHistory(ledger) : exportFrames(ledger);
      await writeAtomically(out, (temporary) => writeLog(log, temporary, context.progress));
      const { leftOut, ...counts } = log.counts;
      const layout = all ? ("history" as const) : ("frames" as const);
      return { secrets: SECRETS_KEPT, out, layout, ...counts, left_out: leftOut };
    }),
});
