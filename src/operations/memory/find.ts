/**
 * Searches everything in the workspace. The use of units is recorded, because strength depends on it; a failure to
 * record does not cost the answer.
 */

import * as z from "zod";
import { foundText } from "../../memory/found-text.ts";
import { EXCERPT_CHARS, isUnit, recallAmong } from "../../memory/recall.ts";
import { countUnits, type UnitFilter, wantsOnlyUnits } from "../../memory/tables.ts";
import { recallSettings } from "../../models/recall-settings.ts";
import { actorInput } from "../../runtime/actor.ts";
import { integer } from "../../runtime/integer.ts";
import { countCovered, coveredSchema } from "../../sessions/index/count-covered.ts";
import { listSources } from "../../sessions/index/list-sources.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";
import {
  anyHitSchema,
  filterFor,
  ownerAliases,
  ownerInput,
  scopeApplied,
  scopeAppliedSchema,
  toAnyHit,
} from "./input.ts";

export default defineWorkspaceOperation({
  name: "memory find",
  summary:
    "Find units, passages of imported sessions and threads, entries and requests for a query",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.find",
    title: "Search memory",
    sets: ["core", "memory"],
    summary:
      "Search units, imported sessions, threads, state and requests by words. Use it for details that the state lacks; for an overview use memory.context.",
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
    const covered = {
      ...countCovered(visible.map(({ kind }) => kind)),
      units: await ledger.read((tx) => countUnits(tx, filter)),
    };
    return { hits: found.map(toAnyHit), covered, scope_applied };
  },
});
