import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import { createFindings } from "../base/findings.ts";
import { readLayer } from "../units/layers/read-layer.ts";
import { indexUnits } from "../units/search/indexing.ts";
import { storeUnits, turnUnit } from "../units/units.ts";
import { chosenLimits } from "./chosen-limits.ts";
import { defineOperation, findingSchema } from "./define-operation.ts";
import { filterFor, ownerAliases } from "./memory-input.ts";
import { openPath } from "./open-path.ts";
import { actorAliases, actorInput, actorOf } from "./thread-input.ts";
import { inWorkspace, storeInput } from "./workspace.ts";

const BATCH = 500;

export default defineOperation({
  name: "memory import",
  summary: "Keep the units of a tree of Markdown records, a PAM or an OAMP document",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.import", sets: ["state"], words: { project: "namespace" } },
  positionals: ["path"],
  aliases: { ...actorAliases, ...ownerAliases },
  examples: ["memory import records", "memory import records --namespace orchard --json"],
  input: z.object({
    path: z
      .string()
      .describe("A folder of records, one record, or a JSON document")
      .meta({ path: true }),
    namespace: z.string().min(1).max(512).optional().describe("Namespace to keep them in"),
    ...actorInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      layer: z.enum(["records", "pam", "oamp"]),
      read: z.number(),
      stored: z.number(),
      known: z.number(),
      reactivated: z.number(),
      findings: z.array(findingSchema()),
      ok: z.boolean(),
    }),
  exitCode: ({ ok }) => (ok ? 0 : 1),
  run: (context, input) =>
    inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
      const { files } = await openPath(context, input.path, await chosenLimits(context, input));
      const findings = createFindings("lenient");
      const { namespace } = filterFor(context, ledger, input);
      const read = await readLayer(files, { namespace, findings });
      if (read === null) {
        throw new HoldallError("E_FORMAT", `Cannot import "${input.path}": no units are in it`, {
          cure: "name a folder of Markdown records, or a PAM or OAMP document",
        });
      }
      const actor = actorOf(input);
      const counts = { stored: 0, known: 0, reactivated: 0 };
      for (let at = 0; at < read.units.length; at += BATCH) {
        const batch = read.units.slice(at, at + BATCH);
        context.progress(`${at} of ${read.units.length} units`);
        await ledger.write(async (work) => {
          const results = await storeUnits(
            work,
            batch.map(({ unit }) => unit),
            actor,
          );
          for (const [index, { unit_id, outcome }] of results.entries()) {
            const to = batch[index]?.state ?? "active";
            counts[outcome]++;
            if (to !== "active")
              await turnUnit(work, unit_id, { to, reason: "as imported", actor });
          }
          await indexUnits(work.tx, ledger.store.engine);
        });
      }
      const ok = findings.errorCount() === 0;
      return {
        layer: read.layer,
        read: read.units.length,
        ...counts,
        findings: [...findings.list()],
        ok,
      };
    }),
});
