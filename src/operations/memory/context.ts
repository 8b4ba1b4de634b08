/**
 * A context for a subject within a budget of tokens: invariants whatever the query, since a rule matters most where
 * nobody thinks of it, then what was found, then an index of the units. With a goal, a quoted packet is added.
 */

import * as z from "zod";
import { contextText, foundLine } from "../../memory/context-text.ts";
import {
  BUDGET,
  finder,
  INDEX_SHARE,
  indexOf,
  MAX_INVARIANTS,
  packetFor,
} from "../../memory/disk/build-context.ts";
import { anyHitSchema, toAnyHit } from "../../memory/disk/hits.ts";
import {
  filterFor,
  ownerAliases,
  ownerInput,
  scopeApplied,
  scopeAppliedSchema,
} from "../../memory/disk/owner.ts";
import { EXCERPT_CHARS, isUnit, recallAmong } from "../../memory/recall.ts";
import { wantsOnlyUnits } from "../../memory/tables.ts";
import { takeFitting } from "../../memory/take-fitting.ts";
import { recallSettings } from "../../models/recall-settings.ts";
import { actorInput } from "../../runtime/actor.ts";
import { integer } from "../../runtime/integer.ts";
import { listSources } from "../../sessions/index/list-sources.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "memory context",
  summary:
    "Show what the workspace contains about a query within a token budget: the invariants, the best hits and an index",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.context",
    title: "Overview from memory",
    sets: ["core", "memory"],
    summary:
      "Give an overview of what memory contains, before work on a subject; not for one known unit (memory.find).",
    parameterNames: { project: "namespace" },
    text: contextText,
  },
  positionals: ["query"],
  aliases: ownerAliases,
  examples: ["memory context caching", "memory context caching --goal 'Make listings faster'"],
  input: z.object({
    query: z.string().max(20_000).describe("Subject, also in other words"),
    budget: integer(200).max(1_000_000).optional().describe(`Maximum tokens (default: ${BUDGET})`),
    limit: integer(1).max(1000).default(25).describe("Maximum hits"),
    "index-chars": integer()
      .max(1_000_000)
      .default(4000)
      .describe("Maximum characters of the index"),
    goal: z.string().max(20_000).optional().describe("Goal of the work"),
    expand: z.boolean().default(false).describe("Complete units instead of excerpts"),
    ...ownerInput,
    ...actorInput,
  }),
  output: () =>
    z.object({
      index: z.string(),
      hits: z.array(anyHitSchema()),
      invariants: z.array(z.string()),
      /** The context for a goal, framed as quoted text; null without a goal. */
      packet: z.string().nullable(),
      scope_applied: scopeAppliedSchema(),
    }),
  run: async ({ context, ledger, actor }, input) => {
    const filter = filterFor(context, ledger, input);
    const maxLength = input.expand ? Number.MAX_SAFE_INTEGER : EXCERPT_CHARS;
    const { ranking, recordUse: count } = recallSettings(context, ledger);
    const find = finder(ledger, { filter, ranking }, input.query);
    const packet = input.goal === undefined ? null : await packetFor(input.goal, find);
    const budget = input.budget ?? (input.expand ? Number.MAX_SAFE_INTEGER : BUDGET);
    const { left } = takeFitting([packet ?? ""], (text) => text, budget);
    const rules = takeFitting(
      await find({ limit: MAX_INVARIANTS, maxLength, tag: "invariant", anyway: true }),
      ({ content }) => content,
      left,
    );
    const lines = await indexOf(ledger, filter, input["index-chars"]);
    const share = Math.floor(rules.left * INDEX_SHARE);
    const forIndex = share - takeFitting(lines, (line) => line, share).left;
    const { query, limit } = input;
    const sources = wantsOnlyUnits(filter) ? null : await listSources(ledger);
    const hits = await recallAmong(
      ledger,
      { query, filter, limit, maxLength, ...ranking },
      sources,
    );
    const known = new Set(rules.taken.map(({ row }) => row.unit_id));
    const found = takeFitting(
      hits.filter((hit) => !isUnit(hit) || !known.has(hit.row.unit_id)),
      (hit) => foundLine(toAnyHit(hit)),
      rules.left - forIndex,
    );
    const units = [...found.taken.filter(isUnit), ...rules.taken];
    await count({
      op: "memory context",
      units: units.map(({ row }) => row),
      text: units.map(({ content }) => content).join("\n"),
      session_id: filter.session_id ?? null,
      actor,
    });
    return {
      index: takeFitting(lines, (line) => line, found.left + forIndex).taken.join(""),
      hits: found.taken.map(toAnyHit),
      invariants: rules.taken.map(({ content }) => content),
      packet,
      scope_applied: scopeApplied(filter),
    };
  },
});
