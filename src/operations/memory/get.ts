import * as z from "zod";
import { unitName } from "../../memory/disk/owner.ts";
import { unitStates } from "../../memory/event-bodies.ts";
import { factsOf } from "../../memory/recall.ts";
import { contentOf, findUnit } from "../../memory/units.ts";
import { recallSettings } from "../../models/recall-settings.ts";
import { actorInput } from "../../runtime/actor.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "memory get",
  summary: "Show one complete unit, even an archived or retracted one",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.get", sets: ["state"] },
  positionals: ["unit"],
  examples: ["memory get caching-policy"],
  input: z.object({ unit: unitName, ...actorInput }),
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
  run: async ({ context, ledger, actor }, { unit }) => {
    const { row, content } = await ledger.read(async (tx) => {
      const found = await findUnit(tx, unit);
      return { row: found, content: await contentOf(tx, found) };
    });
    const use = { op: "memory get", units: [row], text: content ?? "", session_id: null };
    await recallSettings(context, ledger).recordUse({ ...use, actor });
    const facts = factsOf(row);
    return {
      id: row.unit_id,
      node_id: row.node_id,
      namespace: row.namespace,
      state: row.state,
      content,
      tags: [...facts.tags],
      facts,
      created_at: row.created_at,
      useful_count: row.useful,
    };
  },
});
