import * as z from "zod";
import { teamRoles } from "../../stores/team.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "team list",
  summary: "List who shares the workspace, what they may do and what they wrote",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "logins are nothing for a model", http: "as for MCP" },
  positionals: [],
  examples: ["team list --store postgresql://ana@db/tides"],
  input: z.object({}),
  output: () =>
    z.object({
      location: z.string(),
      /** The login that asks; null where no team shares the workspace. */
      login: z.string().nullable(),
      members: z
        .array(
          z.object({
            login: z.string(),
            role: z.enum(teamRoles),
            /** Other actors as whom it may write. */
            actors: z.array(z.string()).readonly(),
            events: z.number(),
            last_at: z.string().nullable(),
          }),
        )
        .readonly(),
    }),
  async run({ ledger }) {
    const { location, membership, team } = ledger.store;
    const members = team === null ? [] : await team.members();
    return { location, login: membership?.login ?? null, members };
  },
});
