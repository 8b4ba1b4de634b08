import * as z from "zod";
import { cacheOf } from "../../state/change-state.ts";
import { showState } from "../../state/show.ts";
import { emptyState } from "../../state/state.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { inWorkspace, storeInput } from "../operation/workspace.ts";
import { addressAliases, addressFor, addressInput, shownStateSchema } from "./input.ts";
import { stateSettings } from "./settings.ts";

export default defineOperation({
  name: "state show",
  summary: "Show the state: entries in force by slot, tokens, budget and hash",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.show",
    title: "Show the state",
    sets: ["core", "memory", "state"],
    summary:
      "Show all entries in force with their ids, and possible conflicts between them. Use it to find an id; to continue work use memory.session.resume.",
    words: addressAliases,
  },
  positionals: [],
  examples: ["state show", "state show --archived --json"],
  input: z.object({
    archived: z.boolean().default(false).describe("Include archived entries"),
    as: z.string().optional().describe("Show only what this namespace may see"),
    principal: z
      .array(z.string())
      .optional()
      .describe("Name to look up in access lists, such as user:bob; repeatable"),
    ...addressInput,
    ...storeInput,
  }),
  output: shownStateSchema,
  run: (context, { archived, as, principal = [], store, ...parts }) =>
    inWorkspace(context, { store, effect: "read" }, (ledger) =>
      ledger.read(async (tx) => {
        const { bounds, address: named } = stateSettings(context, ledger, parts);
        const address = named ?? (await addressFor(tx, {}));
        const loaded = await cacheOf(ledger).load(tx, address);
        const state = loaded?.state ?? emptyState(address, bounds);
        const viewer = { namespace: as ?? null, principals: principal };
        return showState(tx, state, { archived, viewer });
      }),
    ),
});
