import * as z from "zod";
import { removeTextsOf } from "../../state/redact.ts";
import { deleteEntry } from "../../state/transitions.ts";
import { defineOperation } from "../operation/define-operation.ts";
import {
  changedOutput,
  changedSchema,
  changeHere,
  changeInput,
  requestOf,
} from "./entry-change.ts";
import { entryId } from "./input.ts";

export default defineOperation({
  name: "state delete",
  summary: "Remove an archived entry and its texts for good; the trail keeps a tombstone",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "it cannot be undone", http: "it cannot be undone" },
  positionals: ["id"],
  examples: ["state delete drafts --reason 'no longer of use'"],
  input: z.object({ id: entryId, ...changeInput }),
  output: () => changedSchema().extend({ removed_texts: z.number() }),
  run: async (context, input) => {
    let removed_texts = 0;
    const recorded = await changeHere(
      context,
      input,
      ({ state }) => deleteEntry(state, { ...requestOf(input), id: input.id }),
      async (ledger, { state, result }) => {
        removed_texts = (await removeTextsOf(ledger, state, result)).length;
      },
    );
    return { ...changedOutput(recorded), removed_texts };
  },
});
