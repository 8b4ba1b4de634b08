import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { actorId } from "../../../runtime/actor.ts";
import { createAgentToken, hashAgentToken } from "../../../runtime/agent-token.ts";
import { integer } from "../../../runtime/integer.ts";
import { storeInput } from "../../../runtime/store-input.ts";
import { teamRoles } from "../../../stores/team.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { inTeam, withheldTeam } from "../in-team.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export default defineOperation({
  name: "team token create",
  summary: "Create a token with which an agent calls the team's server; it is shown once",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: withheldTeam,
  positionals: ["name", "role"],
  examples: [
    "team token create ci writer --store postgresql://ana@db/tides",
    "team token create worker-1 writer --also-as docs_cos --days 30 --store postgresql://ana@db/tides",
  ],
  input: z.object({
    name: actorId.describe("Name of the agent; it is also the actor"),
    role: z
      .enum(teamRoles)
      .describe(
        "What a server lets it do: reader sees everything; writer appends; keeper does all",
      ),
    "also-as": z
      .array(actorId)
      .default([])
      .describe("Also let it write as this actor, such as a standing role"),
    days: integer(1)
      .max(3650)
      .optional()
      .describe("Days until it ends (default: when it is revoked)"),
    replace: z.boolean().default(false).describe("End the token that the agent has"),
    ...storeInput,
  }),
  output: () =>
    z.object({
      location: z.string(),
      name: z.string(),
      role: z.enum(teamRoles),
      actors: z.array(z.string()),
      expires_at: z.string().nullable(),
      /** Kept nowhere: the workspace has its hash. */
      token: z.string(),
    }),
  run: (context, { store, name, role, days, replace, "also-as": actors }) =>
    inTeam(context, store, async (team, { store: { location } }) => {
      const isKnown = (await team.tokens()).some((each) => each.name === name);
      if (isKnown && !replace) {
        throw new HoldallError("E_EXISTS", `Cannot create a token for "${name}": it has one`, {
          cure: "end that one and create another with --replace",
        });
      }
      const token = createAgentToken();
      const sha256 = hashAgentToken(token) ?? "";
      const now = context.now();
      const end = days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
      const expires_at = end?.toISOString() ?? null;
      await team.addToken({
        name,
        role,
        actors,
        sha256,
        created_at: now.toISOString(),
        expires_at,
      });
      return { location, name, role, actors, expires_at, token };
    }),
});
