/**
 * Searches everything in the workspace. The use of units is recorded, because strength depends on it; a failure to
 * record does not cost the answer.
 */

import * as z from "zod";
import { findEverywhere, findInput } from "../../memory/disk/find-everywhere.ts";
import { anyHitSchema } from "../../memory/disk/hits.ts";
import { ownerAliases, scopeAppliedSchema } from "../../memory/disk/owner.ts";
import { foundText } from "../../memory/found-text.ts";
import { coveredSchema } from "../../sessions/index/count-covered.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

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
  input: findInput,
  output: () =>
    z.object({
      hits: z.array(anyHitSchema()),
      /** What was searched. */
      covered: coveredSchema(),
      scope_applied: scopeAppliedSchema(),
    }),
  run: ({ context, ledger, actor }, input) =>
    findEverywhere(context, ledger, { ...input, by: actor }),
});
