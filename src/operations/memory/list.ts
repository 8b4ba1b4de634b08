import * as z from "zod";
import { readTexts } from "../../ledger/text-lookup.ts";
import {
  filterFor,
  ownerAliases,
  ownerInput,
  scopeApplied,
  scopeAppliedSchema,
} from "../../memory/disk/owner.ts";
import { unitStates } from "../../memory/event-bodies.ts";
import { factsOf } from "../../memory/recall.ts";
import { selectUnits } from "../../memory/tables.ts";
import { integer } from "../../runtime/integer.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

const LINE_CHARS = 200;

export default defineWorkspaceOperation({
  name: "memory list",
  summary: "List units, the newest first",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.list",
    sets: ["state"],
    parameterNames: { project: "namespace", tags: "tag" },
  },
  positionals: [],
  aliases: ownerAliases,
  examples: ["memory list", "memory list --tag caching --json"],
  input: z.object({
    limit: integer(1).max(10_000).default(50).describe("Maximum number of units"),
    tag: z.array(z.string()).max(16).default([]).describe("List only units with this tag"),
    state: z.enum(unitStates).default("active").describe("List units in this state"),
    ...ownerInput,
  }),
  output: () =>
    z.object({
      units: z.array(
        z.object({
          id: z.string(),
          node_id: z.string().nullable(),
          namespace: z.string(),
          /** The beginning of its content; null when it was redacted. */
          begins: z.string().nullable(),
          bytes: z.number(),
          tags: z.array(z.string()),
          created_at: z.string(),
        }),
      ),
      scope_applied: scopeAppliedSchema(),
    }),
  run: async ({ context, ledger }, { limit, tag, state, ...named }) => {
    const owner = filterFor(context, ledger, named);
    const units = await ledger.read(async (tx) => {
      const rows = await selectUnits(tx, { ...owner, tags: tag, states: [state] }, limit);
      const texts = await readTexts(
        tx,
        rows.map(({ content }) => content),
      );
      return rows.map((row) => ({
        id: row.unit_id,
        node_id: row.node_id,
        namespace: row.namespace,
        begins: texts.find(row.content)?.slice(0, LINE_CHARS).toWellFormed() ?? null,
        bytes: row.bytes,
        tags: [...factsOf(row).tags],
        created_at: row.created_at,
      }));
    });
    return { units, scope_applied: scopeApplied(owner) };
  },
});
