/** The common part of `responsibility activate`, `suspend` and `retire`. */

import * as z from "zod";
import { actIn } from "../../curator/disk/record/acting.ts";
import type { ResponsibilityStep } from "../../curator/responsibilities/bodies.ts";
import { changeResponsibility } from "../../curator/responsibilities/change.ts";
import { shownResponsibility } from "../../curator/responsibilities/shown-responsibility.ts";
import { responsibilitySchema } from "../../curator/responsibilities/tables/registry.ts";
import { actingAliases, actingInput, responsibilityId } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";

/** Declares an operation that changes the status of a responsibility. */
export function defineStep(verb: string, type: ResponsibilityStep, summary: string) {
  return defineOperation({
    name: `responsibility ${verb}`,
    summary,
    effect: "write",
    secrets: "none",
    surfaces: ["cli", "mcp", "http"],
    tool: { name: `responsibility.${verb}`, sets: ["registry"] },
    positionals: ["id"],
    aliases: actingAliases,
    examples: [`responsibility ${verb} docs_cos --as steward_lab`],
    input: z.object({
      id: responsibilityId.describe("Id of the responsibility"),
      note: z.string().max(2000).optional().describe("Reason for the record"),
      ...actingInput,
    }),
    output: () => z.object({ responsibility: responsibilitySchema(), changed: z.boolean() }),
    run: (context, { id, note, ...input }) =>
      actIn(context, input, "write", async ({ ledger, acting }) => {
        const { responsibility, changed } = await ledger.write((unit) =>
          changeResponsibility(unit, acting, type, { id, note }),
        );
        return { responsibility: shownResponsibility(responsibility), changed };
      }),
  });
}
