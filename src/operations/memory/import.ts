/**
 * Imports units from whatever a path contains: records, notes, a PAM or OAMP document, and the
 * anchors of an old log. Notes pass the gate and the redactor, since they were written for an agent
 * and not for sharing.
 */

import * as z from "zod";
import { createFindings } from "../../base/findings.ts";
import { openPath } from "../../bundles/disk/open-path.ts";
import { importUnitsInput, notesSchema, readSource } from "../../memory/disk/import-units.ts";
import { ownerAliases } from "../../memory/disk/owner.ts";
import { storeImported } from "../../memory/disk/store-imported.ts";
import { actorAliases, actorOf } from "../../runtime/actor.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { importAnchors } from "../../state/disk/kit/import-anchors.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "memory import",
  summary: "Import units from Markdown records, an agent's notes, a PAM or an OAMP document",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.import", sets: ["state"], parameterNames: { project: "namespace" } },
  positionals: ["path"],
  aliases: { ...actorAliases, ...ownerAliases, harness: "from" },
  examples: ["memory import records", "memory import records --namespace orchard --json"],
  input: importUnitsInput,
  output: () =>
    z.object({
      layer: z.enum(["records", "pam", "oamp", "notes", "anchors"]),
      read: z.number(),
      stored: z.number(),
      known: z.number(),
      reactivated: z.number(),
      /** The result of notes; null when there were none. */
      notes: notesSchema().nullable(),
      /** The result of the anchors of an old log.md; null when there was none. */
      anchors: z
        .object({ read: z.number(), set: z.number(), known: z.number(), older: z.number() })
        .nullable(),
      findings: z.array(findingSchema()),
      ok: z.boolean(),
    }),
  exitCode: ({ ok }) => (ok ? 0 : 1),
  run: (context, input) =>
    inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
      const opened = await openPath(context, input.path, await chosenLimits(context, input));
      const findings = createFindings("lenient");
      const found = await readSource(context, ledger, { ...input, opened, findings });
      const actor = actorOf(input);
      const counts = await storeImported(context, ledger, found.units, actor);
      const settings = stateSettings(context, ledger, {});
      const anchors =
        found.log === null ? null : await importAnchors(ledger, found.log, { settings, actor });
      const ok = findings.errorCount() === 0;
      const { layer, units, notes } = found;
      return {
        layer,
        read: units.length,
        ...counts,
        notes,
        anchors,
        findings: [...findings.list()],
        ok,
      };
    }),
});
