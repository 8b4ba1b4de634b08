import * as z from "zod";
import { termsOf } from "../../base/text/terms.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { unitStates } from "../event-bodies.ts";
import { recall } from "../recall.ts";
import { selectAbout, type UnitRow } from "../tables.ts";
import { contentOf } from "../units.ts";
import { filterFor, ownerInput, scopeApplied } from "./owner.ts";

const LINE_CHARS = 280;

function shown([row, content]: readonly [UnitRow, string | null]) {
  const { unit_id: id, node_id, created_at, state } = row;
  const begins = content?.slice(0, LINE_CHARS).toWellFormed() ?? null;
  return { id, node_id, created_at, state, begins };
}

/** The subject of a timeline, and how many units it shows. */
export const timelineInput = z.object({
  entity: z.string().min(1).max(512).describe("Node, or words that the units contain"),
  limit: integer(1).max(1000).default(20).describe("Maximum number of units, the newest"),
  ...ownerInput,
});

/** Reads all units about a subject in order of time. */
export async function readTimeline(
  context: OperationContext,
  ledger: Ledger,
  { entity, limit, ...named }: z.output<typeof timelineInput>,
) {
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
      if (content !== null && entityTerms.every((term) => terms.has(term))) texts.set(row, content);
    }
    return [...texts].sort(([one], [other]) => one.pos - other.pos).slice(-limit);
  });
  return { entity, units: units.map(shown), scope_applied: scopeApplied(owner) };
}
