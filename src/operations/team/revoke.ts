import * as z from "zod";
import { storeInput } from "../../runtime/store-input.ts";
import { teamRoles } from "../../stores/team.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { inTeam, withheldTeam } from "./in-team.ts";

export default defineOperation({
  name: "team revoke",
  summary: "Take every right in the workspace away from a login; its events stay",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: withheldTeam,
  positionals: ["login"],
  examples: ["team revoke ben --store postgresql://ana@db/tides"],
  input: z.object({
    login: z.string().min(1).max(63).describe("Login of the database"),
    ...storeInput,
  }),
  output: () =>
    z.object({
      location: z.string(),
      login: z.string(),
      /** The role that it had. */
      role: z.enum(teamRoles),
    }),
  run: (context, { store, login }) =>
    inTeam(context, store, async (team, { store: { location } }) => {
      return { location, login, role: await team.revoke(login) };
    }),
});
