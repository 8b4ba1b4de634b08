/** The common part of `context bundle register`, `dispatch`, `retire` and `reject`. */

import * as z from "zod";
import type { Acting } from "../../../curator/acting.ts";
import { contentFault } from "../../../curator/disk/bundles.ts";
import { actIn } from "../../../curator/disk/record/acting.ts";
import { recordAndShow } from "../../../curator/disk/record/record-and-show.ts";
import { bundleId, bundleSchema, shownBundle } from "../../../curator/disk/shown-bundle.ts";
import { requireBundle } from "../../../curator/ingestion/read.ts";
import type { BundleChange } from "../../../curator/ingestion/steps.ts";
import type { UnitOfWork } from "../../../ledger/unit-of-work.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput } from "../input.ts";

/** What one operation adds to the common part. */
interface BundleStepDefinition<Extra extends z.ZodRawShape> {
  readonly verb: string;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly input: Extra;
  step(
    unit: UnitOfWork,
    acting: Acting,
    input: z.output<z.ZodObject<Extra>> & {
      readonly id: string;
      readonly fileFault: string | null;
    },
  ): Promise<BundleChange>;
}

/** Declares an operation that takes one step of a bundle for the steward. */
export function defineBundleStep<Extra extends z.ZodRawShape>({
  verb,
  input: extra,
  step,
  ...definition
}: BundleStepDefinition<Extra>) {
  return defineOperation({
    name: `context bundle ${verb}`,
    effect: "write",
    secrets: "none",
    surfaces: ["cli", "mcp", "http"],
    tool: { name: `context.bundle_${verb}`, sets: ["requests"] },
    positionals: ["id"],
    aliases: actingAliases,
    ...definition,
    input: z.object({ id: bundleId, ...extra, ...actingInput }),
    output: () =>
      z.object({ bundle: bundleSchema(), changed: z.boolean(), rfa_ids: z.array(z.string()) }),
    run: (context, parsed) => {
      // The compiler cannot see through the generic shape; the schema above has just produced both parts.
      const input = parsed as z.output<z.ZodObject<Extra>> &
        z.output<z.ZodObject<typeof actingInput>> & { readonly id: string };
      return actIn(context, input, "write", async (where) => {
        const { acting, place } = where;
        // Taken again, a step records nothing, and completes files that could not be written before.
        const completedBy = `holdall context bundle ${verb} ${input.id} --as ${acting.steward}`;
        const { bundle, changed, requests } = await recordAndShow(where, async (unit) => {
          const found = await requireBundle(unit.tx, acting.workspace, input.id);
          const fileFault = contentFault(place, found);
          const result = await step(unit, acting, { ...input, fileFault });
          const shown = {
            what: `"${verb}" of bundle "${input.id}"`,
            notes: result.notes,
            requests: [result.bundle.row.request_id ?? [], ...result.requests].flat(),
            bundles: [{ bundle: result.bundle, completedBy }],
          };
          return { result, shown };
        });
        return { bundle: shownBundle(place, bundle), changed, rfa_ids: [...requests] };
      });
    },
  });
}
