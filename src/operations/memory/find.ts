/**
 * Searches everything in the workspace. The use of units is recorded, because strength depends on it; a failure to
 * record does not cost the answer.
 */

import * as z from "zod";
import { anyHitSchema, toAnyHit, toSessionHits } from "../../memory/disk/hits.ts";
import {
  filterFor,
  ownerAliases,
  ownerInput,
  scopeApplied,
  scopeAppliedSchema,
} from "../../memory/disk/owner.ts";
import { foundText } from "../../memory/found-text.ts";
import { EXCERPT_CHARS, isUnit, recallAmong } from "../../memory/recall.ts";
import { countUnits, type UnitFilter, wantsOnlyUnits } from "../../memory/tables.ts";
import { recallSettings } from "../../models/recall-settings.ts";
import { actorInput } from "../../runtime/actor.ts";
import { integer } from "../../runtime/integer.ts";
import { countCovered, coveredSchema } from "../../sessions/index/count-covered.ts";
import { findInFolder } from "../../sessions/index/find-in-folder.ts";
import type { Found } from "../../sessions/index/find-matches.ts";
import { listSources } from "../../sessions/index/list-sources.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

/** Sessions of this folder whose lines are added to what the workspace has. */
const MAX_SESSIONS = 3;
const NONE = { found: [], sessions: 0 };

export default defineWorkspaceOperation({
  name: "memory find",
  summary:
    "Find entries of the state, units, sessions of this folder, threads and requests for a query",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.find",
    title: "Search memory",
    sets: ["core", "memory"],
    summary:
      "Answer what was decided or learnt: searches state, memory, sessions of this project, threads and requests. For an overview use memory.context.",
    parameterNames: { project: "namespace", tags: "tag" },
    text: foundText,
  },
  positionals: ["query"],
  aliases: ownerAliases,
  examples: ["memory find 'how long are listings cached'", "memory find caching --limit 3 --json"],
  input: z.object({
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
  }),
  output: () =>
    z.object({
      hits: z.array(anyHitSchema()),
      /** What was searched. */
      covered: coveredSchema(),
      scope_applied: scopeAppliedSchema(),
    }),
  run: async ({ context, ledger, actor }, input) => {
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
      actor,
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
  },
});
