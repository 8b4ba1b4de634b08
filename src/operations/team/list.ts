import * as z from "zod";
import { storeInput } from "../../runtime/store-input.ts";
import { teamRoles } from "../../stores/team.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { inTeam } from "./in-team.ts";

export default defineOperation({
  name: "team list",
  summary: "List who shares the workspace, what they may do and what they wrote",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "logins are nothing for a model", http: "as for MCP" },
  positionals: [],
  examples: ["team list --store postgresql://ana@db/tides"],
  input: z.object(storeInput),
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
  run: (context, { store }) =>
    inTeam(context, store, async (team, { store: { location, membership } }) => {
      return { location, login: membership?.login ?? null, members: await team.members() };
    }),
});
