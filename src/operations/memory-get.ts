import * as z from "zod";
import { unitStates } from "../units/bodies.ts";
import { factsOf } from "../units/recall.ts";
import { contentOf, findUnit } from "../units/units.ts";
import { defineOperation } from "./define-operation.ts";
import { unitName } from "./memory-input.ts";
import { inWorkspace, storeInput } from "./workspace.ts";

export default defineOperation({
  name: "memory get",
  summary: "Show one unit whole, whatever became of it",
  effect: "read",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.get", sets: ["state"] },
  positionals: ["unit"],
  examples: ["memory get caching-policy"],
  input: z.object({ unit: unitName, ...storeInput }),
  output: () =>
    z.object({
      id: z.string(),
      node_id: z.string().nullable(),
      namespace: z.string(),
      state: z.enum(unitStates),
      /** Null when it was redacted. */
      content: z.string().nullable(),
      tags: z.array(z.string()),
      facts: z.looseObject({ namespace: z.string() }),
      created_at: z.string(),
      useful_count: z.number(),
    }),
  run: (context, { unit, store }) =>
    inWorkspace(context, { store, effect: "read" }, (ledger) =>
      ledger.read(async (tx) => {
        const row = await findUnit(tx, unit);
        const facts = factsOf(row);
        return {
          id: row.unit_id,
          node_id: row.node_id,
          namespace: row.namespace,
          state: row.state,
          content: await contentOf(tx, row),
          tags: [...facts.tags],
          facts,
          created_at: row.created_at,
          useful_count: row.useful,
        };
      }),
    ),
});
