/**
 * Copies a workspace to another store. The source is verified before and the copy afterwards: a
 * copy of a damaged workspace would spread the damage, so it needs `--force`.
 */

import * as z from "zod";
import { copyLedger } from "../../ledger/copy.ts";
import {
  checkWorkspace,
  faultyWorkspace,
  withoutRepeats,
} from "../../ledger/disk/check-workspace.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { inWorkspace, openAt, storeInput } from "../../runtime/workspace.ts";
import { resolveLocation } from "../../stores/locate.ts";
import { driverOf, storeLocations } from "../../stores/registry.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { keptSchema, SECRETS_KEPT } from "../operation/secrets-kept.ts";

export default defineOperation({
  name: "ledger copy",
  summary: "Copy the workspace to another store and verify the copy",
  effect: "write",
  secrets: "kept",
  surfaces: ["cli"],
  withheld: { mcp: "it writes outside the workspace", http: "it writes outside the workspace" },
  positionals: [],
  examples: ["ledger copy --to ./copy-of-it"],
  input: z.object({
    to: z
      .string()
      .describe(`Target, new or empty: ${storeLocations}`)
      .meta({ placeholder: "FOLDER|URL" }),
    force: z
      .boolean()
      .default(false)
      .describe("Copy a workspace that fails verification, with its faults"),
    ...storeInput,
  }),
  output: () =>
    z.object({
      secrets: keptSchema(),
      ok: z.boolean(),
      from: z.string(),
      to: z.string(),
      events: z.number(),
      streams: z.number(),
      texts: z.number(),
      artifacts: z.number(),
      findings: z.array(findingSchema()),
    }),
  run: (context, { to, store, force }) =>
    inWorkspace(context, { store, effect: "read" }, async (from) => {
      const source = await checkWorkspace(context, from);
      if (!source.ok && !force) throw faultyWorkspace(from, source.findings);
      const location = resolveLocation(context.cwd, to);
      await (await driverOf(location)).create(location);
      const target = await openAt(context, location, { isNew: true });
      try {
        const copy = await copyLedger(from, target, (events) =>
          context.progress(`Copied ${events} events`),
        );
        const copied = await checkWorkspace(context, target);
        const places = { from: from.store.location, to: target.store.location };
        const findings = withoutRepeats([...source.findings, ...copied.findings]);
        return { secrets: SECRETS_KEPT, ok: source.ok && copied.ok, ...places, ...copy, findings };
      } finally {
        await target.close();
      }
    }),
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
