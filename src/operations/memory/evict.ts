/**
 * Archives or deletes units by age, strength or number. Only for people: with `--hard` it cannot be
 * undone.
 */

import * as z from "zod";
import { filterFor, ownerAliases, ownerInput } from "../../memory/disk/owner.ts";
import { evictUnits } from "../../memory/evict-units.ts";
import { configFor } from "../../runtime/config.ts";
import { decimal } from "../../runtime/decimal.ts";
import { integer } from "../../runtime/integer.ts";
import { projectRoot } from "../../runtime/workspace.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "memory evict",
  summary: "Archive unused units, and delete units that were archived before",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it cannot be undone with --hard", http: "it cannot be undone with --hard" },
  positionals: [],
  aliases: ownerAliases,
  examples: ["memory evict --ttl-days 90 --dry-run", "memory evict --max-keep 5000 --dry-run"],
  input: z.object({
    "ttl-days": decimal()
      .min(0)
      .optional()
      .describe("Archive units that were not used for this many days"),
    "min-strength": decimal().min(0).optional().describe("Archive units with less strength"),
    "max-keep": integer()
      .optional()
      .describe("Maximum number of units to keep; the strongest stay"),
    lru: z.boolean().default(false).describe("Archive the weaker half, or all but --max-keep"),
    hard: z
      .boolean()
      .default(false)
      .describe("Delete units that were archived before, with their texts"),
    "dry-run": z.boolean().default(false).describe("Preview; change nothing"),
    ...ownerInput,
  }),
  output: () =>
    z.object({
      dry_run: z.boolean(),
      evicted: z.array(
        z.object({
          id: z.string(),
          node_id: z.string().nullable(),
          action: z.enum(["archive", "delete"]),
          reason: z.string(),
          retrieval_strength: z.number(),
        }),
      ),
    }),
  run: async ({ context, ledger, actor }, input) => {
    const { decay } = configFor(context, projectRoot(ledger, context));
    const evicted = await evictUnits(ledger, {
      filter: filterFor(context, ledger, input),
      decay: { now: context.now(), strength: decay },
      ttl_days: input["ttl-days"],
      min_strength: input["min-strength"],
      max_keep: input["max-keep"],
      lru: input.lru,
      hard: input.hard,
      isDry: input["dry-run"],
      actor,
    });
    return {
      dry_run: input["dry-run"],
      evicted: evicted.map(({ row, action, reason, retrieval_strength }) => ({
        id: row.unit_id,
        node_id: row.node_id,
        action,
        reason,
        retrieval_strength,
      })),
    };
  },
});
