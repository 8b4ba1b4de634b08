import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Actor } from "../../model/event.ts";
import { recallSettings } from "../../models/recall-settings.ts";
import { actorInput } from "../../runtime/actor.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { countCovered } from "../../sessions/index/count-covered.ts";
import { findInFolder } from "../../sessions/index/find-in-folder.ts";
import type { Found } from "../../sessions/index/find-matches.ts";
import { listSources } from "../../sessions/index/list-sources.ts";
import { EXCERPT_CHARS, isUnit, recallAmong } from "../recall.ts";
import { countUnits, type UnitFilter, wantsOnlyUnits } from "../tables.ts";
import { toAnyHit, toSessionHits } from "./hits.ts";
import { filterFor, ownerInput, scopeApplied } from "./owner.ts";

/** Sessions of this folder whose lines are added to what the workspace has. */
const MAX_SESSIONS = 3;
const NONE = { found: [], sessions: 0 };

/** What is looked for, and how much of it is shown. */
export const findInput = z.object({
  query: z
    .string()
    .max(20_000)
    .describe("Question, and words that its answer may use: synonyms, names, English terms"),
  limit: integer(1).max(1000).default(25).describe("Maximum hits"),
  tag: z.array(z.string()).max(16).default([]).describe("Only units with this tag"),
  "node-id": z.string().optional().describe("Only units of this node"),
  "max-chars": integer(80)
    .default(EXCERPT_CHARS)
    .describe(
      "Maximum characters of a hit; half after the fifth, and in Chinese, Japanese, Korean",
    ),
  expand: z.boolean().default(false).describe("Show complete texts instead of excerpts"),
  mmr: z.boolean().default(false).describe("Prefer units that differ from each other"),
  "include-archived": z.boolean().default(false).describe("Include archived units"),
  ...ownerInput,
  ...actorInput,
});

/** Finds what the workspace and the sessions of its folder contain about a query. */
export async function findEverywhere(
  context: OperationContext,
  ledger: Ledger,
  input: z.output<typeof findInput> & { readonly by: Actor },
) {
  const owner = filterFor(context, ledger, input);
  const { ranking, recordUse: count } = recallSettings(context, ledger);
  const filter: UnitFilter = {
    ...owner,
    tags: input.tag,
    node_id: input["node-id"],
    states: input["include-archived"] ? ["active", "archived"] : ["active"],
  };
  const sources = wantsOnlyUnits(filter) ? null : await listSources(ledger);
  const past = sources === null ? NONE : await findInFolder(context, input.query, MAX_SESSIONS);
  const found = await recallAmong(
    ledger,
    {
      query: input.query,
      filter,
      limit: input.limit,
      maxLength: input.expand ? Number.MAX_SAFE_INTEGER : input["max-chars"],
      diverse: input.mmr,
      ...ranking,
    },
    sources,
  );
  const units = found.filter(isUnit);
  await count({
    op: "memory find",
    units: units.map(({ row }) => row),
    text: units.map(({ content }) => content).join("\n"),
    session_id: owner.session_id ?? null,
    actor: input.by,
  });
  const scope_applied = scopeApplied(owner);
  const visible = (sources ?? []).filter(
    ({ namespace }) => namespace === null || scope_applied.union.includes(namespace),
  );
  const imported = new Set(visible.map(({ id }) => id));
  const isNew = ({ agent, id }: Found) => !imported.has(`${agent}/${id}`);
  const counted = countCovered(visible.map(({ kind }) => kind));
  const covered = {
    ...counted,
    // An imported session is one of this folder, too.
    sessions: Math.max(counted.sessions, past.sessions),
    units: await ledger.read((tx) => countUnits(tx, filter)),
  };
  const hits = [...found.map(toAnyHit), ...past.found.filter(isNew).flatMap(toSessionHits)];
  return { hits, covered, scope_applied };
}
