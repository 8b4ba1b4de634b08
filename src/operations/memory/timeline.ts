/**
 * Everything about a subject in order of time, including what was retracted: how an opinion changed
 * is the point.
 */

import * as z from "zod";
import { termsOf } from "../../base/text/terms.ts";
import {
  filterFor,
  ownerAliases,
  ownerInput,
  scopeApplied,
  scopeAppliedSchema,
} from "../../memory/disk/owner.ts";
import { unitStates } from "../../memory/event-bodies.ts";
import { recall } from "../../memory/recall.ts";
import { selectAbout, type UnitRow } from "../../memory/tables.ts";
import { contentOf } from "../../memory/units.ts";
import { integer } from "../../runtime/integer.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

const LINE_CHARS = 280;

export default defineWorkspaceOperation({
  name: "memory timeline",
  summary: "Show all units about a subject in order of time, retracted ones included",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.timeline", sets: ["skills"], parameterNames: { project: "namespace" } },
  positionals: ["entity"],
  aliases: ownerAliases,
  examples: ["memory timeline caching-policy"],
  input: z.object({
    entity: z.string().min(1).max(512).describe("Node, or words that the units contain"),
    limit: integer(1).max(1000).default(20).describe("Maximum number of units, the newest"),
    ...ownerInput,
  }),
  output: () =>
    z.object({
      entity: z.string(),
      units: z.array(
        z.object({
          id: z.string(),
          node_id: z.string().nullable(),
          created_at: z.string(),
          state: z.enum(unitStates),
          /** The beginning of its content; null when it was redacted or deleted. */
          begins: z.string().nullable(),
        }),
      ),
      scope_applied: scopeAppliedSchema(),
    }),
  run: async ({ context, ledger }, { entity, limit, ...named }) => {
    const owner = filterFor(context, ledger, named);
    const filter = { ...owner, states: unitStates };
    const entityTerms = termsOf(entity);
    const wanted = { query: entity, filter, limit, maxLength: LINE_CHARS };
    const matches = entityTerms.length === 0 ? [] : await recall(ledger, wanted);
    const units = await ledger.read(async (tx) => {
      const about = await selectAbout(tx, filter, { node: entity, limit });
      const texts = new Map<UnitRow, string | null>();
      for (const row of about) texts.set(row, await contentOf(tx, row));
      const known = new Set(about.map(({ unit_id }) => unit_id));
      for (const { row } of matches) {
        const content = known.has(row.unit_id) ? null : await contentOf(tx, row);
        const terms = new Set(termsOf(content ?? ""));
        if (content !== null && entityTerms.every((term) => terms.has(term)))
          texts.set(row, content);
      }
      return [...texts].sort(([one], [other]) => one.pos - other.pos).slice(-limit);
    });
    return { entity, units: units.map(shown), scope_applied: scopeApplied(owner) };
  },
});

function shown([row, content]: readonly [UnitRow, string | null]) {
  const { unit_id: id, node_id, created_at, state } = row;
  const begins = content?.slice(0, LINE_CHARS).toWellFormed() ?? null;
  return { id, node_id, created_at, state, begins };
}
