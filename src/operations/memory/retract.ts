import * as z from "zod";
import { unitName } from "../../memory/disk/owner.ts";
import { changeUnitState } from "../../memory/units.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

/** A unit after a change of its state, in the output. */
const unitStateSchema = () =>
  z.object({
    id: z.string(),
    node_id: z.string().nullable(),
    state: z.enum(["active", "archived", "retracted"]),
    changed: z.boolean(),
  });

type UnitStateName = z.infer<ReturnType<typeof unitStateSchema>>["state"];

export default defineWorkspaceOperation({
  name: "memory retract",
  summary: "Retract a unit that no longer applies: it is not found any more, but its history stays",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.retract", sets: ["state"] },
  positionals: ["unit"],
  examples: ["memory retract caching-policy --reason 'the cache is gone'"],
  input: z.object({
    unit: unitName,
    reason: z.string().max(200).default("retracted").describe("Reason, recorded in its history"),
    archive: z.boolean().default(false).describe("Archive the unit instead"),
    restore: z.boolean().default(false).describe("Reactivate the unit"),
  }),
  output: unitStateSchema,
  run: async ({ ledger, actor }, { unit, reason, archive, restore }) => {
    const to: UnitStateName = restore ? "active" : archive ? "archived" : "retracted";
    const { row, changed } = await ledger.write((work) =>
      changeUnitState(work, unit, { to, reason, actor }),
    );
    return { id: row.unit_id, node_id: row.node_id, state: to, changed };
  },
});
