import * as z from "zod";
import { actorId } from "../../runtime/actor.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { teamRoles } from "../../stores/team.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { inTeam, withheldTeam } from "./in-team.ts";

export default defineOperation({
  name: "team grant",
  summary: "Give a login of the database a role in the team, in place of the one it had",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: withheldTeam,
  positionals: ["login", "role"],
  examples: [
    "team grant ben writer --store postgresql://ana@db/tides",
    "team grant ben writer --also-as docs_cos --store postgresql://ana@db/tides",
  ],
  input: z.object({
    login: z.string().min(1).max(63).describe("Login of the database; it is also the actor"),
    role: z
      .enum(teamRoles)
      .describe("reader: sees everything; writer: appends; keeper: redacts, upgrades and grants"),
    "also-as": z
      .array(actorId)
      .default([])
      .describe("Also let it write as this actor, such as a standing role"),
    ...storeInput,
  }),
  output: () =>
    z.object({
      location: z.string(),
      login: z.string(),
      role: z.enum(teamRoles),
      actors: z.array(z.string()),
    }),
  run: (context, { store, login, role, "also-as": actors }) =>
    inTeam(context, store, async (team, { store: { location } }) => {
      await team.grant({ login, role, actors });
      return { location, login, role, actors };
    }),
});
