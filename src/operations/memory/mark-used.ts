import * as z from "zod";
import { unitName } from "../../memory/disk/owner.ts";
import { markUsed } from "../../memory/units.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "memory mark-used",
  summary: "Mark a unit as useful",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.mark_used", sets: ["state"] },
  positionals: ["unit"],
  examples: ["memory mark-used caching-policy"],
  input: z.object({ unit: unitName }),
  output: () =>
    z.object({ id: z.string(), node_id: z.string().nullable(), useful_count: z.number() }),
  run: async ({ ledger, actor }, { unit }) => {
    const row = await ledger.write((work) => markUsed(work, unit, actor));
    return { id: row.unit_id, node_id: row.node_id, useful_count: row.useful };
  },
});
