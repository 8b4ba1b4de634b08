/**
 * Searches units. The use is recorded, because strength depends on it; a failure to record does not
 * cost the answer.
 */

import * as z from "zod";
import { recall } from "../../memory/recall.ts";
import { recallSettings } from "../../models/recall-settings.ts";
import { actorInput } from "../../runtime/actor.ts";
import { integer } from "../../runtime/integer.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";
import {
  filterFor,
  hitSchema,
  ownerAliases,
  ownerInput,
  scopeApplied,
  scopeAppliedSchema,
  toHit,
} from "./input.ts";

const EXCERPT_CHARS = 1200;

export default defineWorkspaceOperation({
  name: "memory find",
  summary: "Find units for a query, the best first",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.find",
    title: "Search memory",
    sets: ["core", "memory"],
    summary:
      "Search the stored units for a query, the best first, with ids and scores. Use it for details that the state lacks; for a ready overview use memory.context.",
    parameterNames: { project: "namespace", tags: "tag" },
  },
  positionals: ["query"],
  aliases: ownerAliases,
  examples: ["memory find 'how long are listings cached'", "memory find caching --limit 3 --json"],
  input: z.object({
    query: z.string().max(20_000).describe("Query"),
    limit: integer(1).max(1000).default(10).describe("Maximum number of units"),
    tag: z.array(z.string()).max(16).default([]).describe("Find only units with this tag"),
    "node-id": z.string().optional().describe("Find only units of this node"),
    "max-chars": integer(80)
      .default(EXCERPT_CHARS)
      .describe(
        "Maximum characters of a unit; longer ones become excerpts of their best sentences",
      ),
    expand: z.boolean().default(false).describe("Show complete units instead of excerpts"),
    mmr: z.boolean().default(false).describe("Prefer units that differ from each other"),
    "include-archived": z.boolean().default(false).describe("Include archived units"),
    ...ownerInput,
    ...actorInput,
  }),
  output: () => z.object({ hits: z.array(hitSchema()), scope_applied: scopeAppliedSchema() }),
  run: async ({ context, ledger, actor }, input) => {
    const owner = filterFor(context, ledger, input);
    const { ranking, recordUse: count } = recallSettings(context, ledger);
    const found = await recall(ledger, {
      query: input.query,
      filter: {
        ...owner,
        tags: input.tag,
        node_id: input["node-id"],
        states: input["include-archived"] ? ["active", "archived"] : ["active"],
      },
      limit: input.limit,
      maxLength: input.expand ? Number.MAX_SAFE_INTEGER : input["max-chars"],
      diverse: input.mmr,
      ...ranking,
    });
    await count({
      op: "memory find",
      units: found.map(({ row }) => row),
      text: found.map(({ content }) => content).join("\n"),
      session_id: owner.session_id ?? null,
      actor,
    });
    return { hits: found.map(toHit), scope_applied: scopeApplied(owner) };
  },
});
