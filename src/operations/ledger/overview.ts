/**
 * What a person wants to know first: what is in force, what waits for a decision, and whether the ledger
 * looks intact. It reads only what is at hand, so that a page can ask for it again and again.
 */

import * as z from "zod";
import { attentionSchema, readOverview } from "../../pages/build/overview.ts";
import { recentCommitsSchema } from "../../pages/build/recent-commits.ts";
import { storeInput } from "../../runtime/workspace.ts";
import { shownStateSchema } from "../../state/show.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "overview",
  summary: "Show what is in force, what needs attention and whether the ledger looks intact",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it reads handoffs and hooks of this user", http: "as for MCP" },
  positionals: [],
  examples: ["overview"],
  input: z.object(storeInput),
  output: () =>
    z.object({
      /** Null where there is no workspace; the rest then has nothing of one. */
      workspace: z
        .object({
          location: z.string(),
          engine: z.string(),
          events: z.number(),
          streams: z.number(),
          last_at: z.string().nullable(),
          /** Whether a quick check found nothing; `verify` checks everything. */
          ok: z.boolean(),
        })
        .nullable(),
      /** The current state. */
      state: shownStateSchema().nullable(),
      /** Null where the folder has no commits. */
      commits: recentCommitsSchema().nullable(),
      attention: attentionSchema(),
    }),
  run: readOverview,
  exitCode: ({ workspace }) => (workspace?.ok === false ? 1 : 0),
});
