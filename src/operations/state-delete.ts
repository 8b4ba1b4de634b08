import * as z from "zod";
import { changeState } from "../state/record.ts";
import { removeTextsOf } from "../state/redact.ts";
import { deleteEntry } from "../state/transitions.ts";
import { defineOperation } from "./define-operation.ts";
import { changedOutput, changedSchema, changeInput, requestOf } from "./entry-change.ts";
import { entryId } from "./state-input.ts";
import { stateSettings } from "./state-settings.ts";
import { actorOf } from "./thread-input.ts";
import { inWorkspace } from "./workspace.ts";

export default defineOperation({
  name: "state delete",
  summary: "Remove an archived entry and its texts for good; the trail keeps a tombstone",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "it cannot be undone", http: "it cannot be undone" },
  positionals: ["id"],
  examples: ["state delete 5ac0d9e1f237 --reason 'no longer of use'"],
  input: z.object({ id: entryId, ...changeInput }),
  output: () => changedSchema().extend({ removed_texts: z.number() }),
  run: (context, input) =>
    inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
      const { address, bounds } = stateSettings(context, ledger, input);
      const choice = { address, bounds, actor: actorOf(input) };
      const recorded = await changeState(ledger, choice, ({ state }) =>
        deleteEntry(state, { ...requestOf(input), id: input.id }),
      );
      const removed = await removeTextsOf(ledger, recorded.state, recorded.result);
      return { ...changedOutput(recorded), removed_texts: removed.length };
    }),
});
