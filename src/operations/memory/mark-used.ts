import * as z from "zod";
import { markUsed } from "../../memory/units.ts";
import { actorAliases, actorInput, actorOf } from "../../runtime/actor.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { unitName } from "./input.ts";

export default defineOperation({
  name: "memory mark-used",
  summary: "Mark a unit as useful",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.mark_used", sets: ["state"] },
  positionals: ["unit"],
  aliases: actorAliases,
  examples: ["memory mark-used caching-policy"],
  input: z.object({ unit: unitName, ...actorInput, ...storeInput }),
  output: () =>
    z.object({ id: z.string(), node_id: z.string().nullable(), useful_count: z.number() }),
  run: (context, { unit, store, ...who }) =>
    inWorkspace(context, { store, effect: "write" }, async (ledger) => {
      const row = await ledger.write((work) => markUsed(work, unit, actorOf(who)));
      return { id: row.unit_id, node_id: row.node_id, useful_count: row.useful };
    }),
});
