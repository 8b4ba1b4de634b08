/**
 * A context for a subject within a budget of tokens: invariants whatever the query, since a rule matters most where
 * nobody thinks of it, then what was found, then an index of the units. With a goal, a quoted packet is added.
 */

import * as z from "zod";
import { contextText } from "../../memory/context-text.ts";
import { buildContext, contextInput } from "../../memory/disk/build-context.ts";
import { anyHitSchema } from "../../memory/disk/hits.ts";
import { ownerAliases, scopeAppliedSchema } from "../../memory/disk/owner.ts";
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
  input: contextInput,
  output: () =>
    z.object({
      index: z.string(),
      hits: z.array(anyHitSchema()),
      invariants: z.array(z.string()),
      /** The context for a goal, framed as quoted text; null without a goal. */
      packet: z.string().nullable(),
      scope_applied: scopeAppliedSchema(),
    }),
  run: ({ context, ledger, actor }, input) =>
    buildContext(context, ledger, { ...input, by: actor }),
});
