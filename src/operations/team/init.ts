import * as z from "zod";
import { indexUnits } from "../../memory/search/index-units.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { inTeam, withheldTeam } from "./in-team.ts";

export default defineOperation({
  name: "team init",
  summary: "Share a workspace in PostgreSQL with a team of readers, writers and keepers",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: withheldTeam,
  positionals: [],
  examples: ["team init --store postgresql://ana@db/tides"],
  input: z.object(storeInput),
  output: () =>
    z.object({
      location: z.string(),
      /** False when a team shared it already. */
      created: z.boolean(),
    }),
  run: (context, { store }) =>
    inTeam(context, store, async (team, { store: { location, engine }, write }) => {
      // Who may only write could not create the tables of the search index later.
      await write(({ tx }) => indexUnits(tx, engine));
      return { location, created: await team.init() };
    }),
});
