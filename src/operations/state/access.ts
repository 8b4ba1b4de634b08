import * as z from "zod";
import { findEntry } from "../../state/find.ts";
import { requireState } from "../../state/load.ts";
import { recordAccess } from "../../state/use.ts";
import { actorInput, actorOf } from "../operation/actor.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { inWorkspace, storeInput } from "../operation/workspace.ts";
import {
  addressFor,
  addressInput,
  entryId,
  namespaceInput,
  numbersOf,
  numbersSchema,
} from "./input.ts";
import { stateSettings } from "./settings.ts";

export default defineOperation({
  name: "state access",
  summary: "Record that an entry was read, or that it helped; the entry itself stays as it is",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.access",
    sets: ["state"],
    words: { user_id: "user", session_id: "session", task_id: "task" },
  },
  positionals: ["id"],
  examples: ["state access queue-size --useful"],
  input: z.object({
    id: entryId,
    useful: z.boolean().default(false).describe("It helped, which counts for more"),
    query: z.string().optional().describe("What was asked for when it was found"),
    ...namespaceInput,
    ...actorInput,
    ...addressInput,
    ...storeInput,
  }),
  output: () => z.object({ accessed: z.array(z.string()), ...numbersSchema() }),
  run: (context, { store, id, useful, query, namespace, ...input }) =>
    inWorkspace(context, { store, effect: "write" }, (ledger) =>
      ledger.write(async (unit) => {
        const { address } = stateSettings(context, ledger, input);
        const { state } = await requireState(unit.tx, address ?? (await addressFor(unit.tx, {})));
        const entries = [findEntry(state, id, namespace)];
        await recordAccess(unit, state, { entries, actor: actorOf(input), useful, query });
        return { accessed: entries.map((entry) => entry.id), ...numbersOf(state) };
      }),
    ),
});
