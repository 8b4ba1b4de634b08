/**
 * Everything about a subject in order of time, including what was retracted: how an opinion changed
 * is the point.
 */

import * as z from "zod";
import { ownerAliases, scopeAppliedSchema } from "../../memory/disk/owner.ts";
import { readTimeline, timelineInput } from "../../memory/disk/read-timeline.ts";
import { unitStates } from "../../memory/event-bodies.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

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
  input: timelineInput,
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
  run: ({ context, ledger }, input) => readTimeline(context, ledger, input),
});
