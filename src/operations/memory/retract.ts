import * as z from "zod";
import { changeUnitState } from "../../memory/units.ts";
import { actorAliases, actorInput, actorOf } from "../operation/actor.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { inWorkspace, storeInput } from "../operation/workspace.ts";
import { unitName } from "./input.ts";

/** What an operation that changes what holds says about the unit. */
const unitStateSchema = () =>
  z.object({
    id: z.string(),
    node_id: z.string().nullable(),
    state: z.enum(["active", "archived", "retracted"]),
    changed: z.boolean(),
  });

type TurnedState = z.infer<ReturnType<typeof unitStateSchema>>["state"];

export default defineOperation({
  name: "memory retract",
  summary: "Say that a unit holds no longer: it is found no more, and its history stays",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.retract", sets: ["state"] },
  positionals: ["unit"],
  aliases: actorAliases,
  examples: ["memory retract caching-policy --reason 'the cache is gone'"],
  input: z.object({
    unit: unitName,
    reason: z.string().max(200).default("retracted").describe("Why, for its history"),
    archive: z.boolean().default(false).describe("Put it away instead: it may hold again"),
    restore: z.boolean().default(false).describe("Let it hold again"),
    ...actorInput,
    ...storeInput,
  }),
  output: unitStateSchema,
  run: (context, { unit, reason, archive, restore, store, ...who }) =>
    inWorkspace(context, { store, effect: "write" }, async (ledger) => {
      const to: TurnedState = restore ? "active" : archive ? "archived" : "retracted";
      const { row, changed } = await ledger.write((work) =>
        changeUnitState(work, unit, { to, reason, actor: actorOf(who) }),
      );
      return { id: row.unit_id, node_id: row.node_id, state: to, changed };
    }),
});
