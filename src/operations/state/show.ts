import * as z from "zod";
import { cacheOf } from "../../state/record.ts";
import { showState } from "../../state/show.ts";
import { emptyState } from "../../state/state.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { inWorkspace, storeInput } from "../operation/workspace.ts";
import { addressFor, addressInput, shownStateSchema } from "./input.ts";
import { stateSettings } from "./settings.ts";

export default defineOperation({
  name: "state show",
  summary: "Show what is held in force: entries by slot, tokens and budget, and the state's hash",
  effect: "read",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.show",
    sets: ["memory", "state"],
    words: { user_id: "user", session_id: "session", task_id: "task" },
  },
  positionals: [],
  examples: ["state show", "state show --archived --json"],
  input: z.object({
    archived: z.boolean().default(false).describe("Also entries that are out of force"),
    as: z.string().optional().describe("Only what this namespace may see"),
    principal: z.array(z.string()).optional().describe("Names that access lists may let in"),
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
        const reader = { namespace: as ?? null, principals: principal };
        return showState(tx, state, { archived, reader });
      }),
    ),
});
