import * as z from "zod";
import { teamRoles } from "../../stores/team.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "team list",
  summary: "List who shares the workspace, which agents have a token, and what each may do",
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
      /** Agents with a token for the team's server; of the token itself nothing is shown. */
      agents: z
        .array(
          z.object({
            name: z.string(),
            role: z.enum(teamRoles),
            actors: z.array(z.string()).readonly(),
            created_by: z.string(),
            created_at: z.string(),
            expires_at: z.string().nullable(),
          }),
        )
        .readonly(),
    }),
  async run({ ledger }) {
    const { location, membership, team } = ledger.store;
    const members = team === null ? [] : await team.members();
    const tokens = team === null ? [] : await team.tokens();
    const agents = tokens.map(({ sha256: _, ...agent }) => agent);
    return { location, login: membership?.login ?? null, members, agents };
  },
});
