import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { actorId } from "../../../runtime/actor.ts";
import { storeInput } from "../../../runtime/store-input.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { inTeam, withheldTeam } from "../in-team.ts";

export default defineOperation({
  name: "team token revoke",
  summary: "End the token of an agent; its events stay",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: withheldTeam,
  positionals: ["name"],
  examples: ["team token revoke ci --store postgresql://ana@db/tides"],
  input: z.object({ name: actorId.describe("Name of the agent"), ...storeInput }),
  output: () => z.object({ location: z.string(), name: z.string() }),
  run: (context, { store, name }) =>
    inTeam(context, store, async (team, { store: { location } }) => {
      if (await team.removeToken(name)) return { location, name };
      throw new HoldallError("E_NOT_FOUND", `Cannot revoke: no agent "${name}" has a token`, {
        cure: "list the agents with `holdall team list`",
      });
    }),
});
