import * as z from "zod";
import { copyLedger } from "../../ledger/copy.ts";
import { resolveLocation } from "../../stores/locate.ts";
import { driverOf } from "../../stores/registry.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { findingSchema } from "../operation/output-schemas.ts";
import { inWorkspace, openAt, storeInput } from "../operation/workspace.ts";
import { checkWorkspace } from "./verify.ts";

export default defineOperation({
  name: "ledger copy",
  summary: "Copy the workspace to another store and verify the copy",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "it writes outside the workspace", http: "it writes outside the workspace" },
  positionals: [],
  examples: ["ledger copy --to ./copy-of-it"],
  input: z.object({
    to: z.string().describe("Target: a new or empty folder, or a postgresql:// URL"),
    ...storeInput,
  }),
  output: () =>
    z.object({
      ok: z.boolean(),
      from: z.string(),
      to: z.string(),
      events: z.number(),
      streams: z.number(),
      texts: z.number(),
      artifacts: z.number(),
      findings: z.array(findingSchema()),
    }),
  run: (context, { to, store }) =>
    inWorkspace(context, { store, effect: "read" }, async (from) => {
      const location = resolveLocation(context.cwd, to);
      await (await driverOf(location)).create(location);
      const target = await openAt(context, location, { isNew: true });
      try {
        const copy = await copyLedger(from, target, (events) =>
          context.progress(`Copied ${events} events`),
        );
        const { ok, findings } = await checkWorkspace(context, target);
        const places = { from: from.store.location, to: target.store.location };
        return { ok, ...places, ...copy, findings };
      } finally {
        await target.close();
      }
    }),
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
