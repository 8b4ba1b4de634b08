/**
 * Deletes an archived entry for good. Texts are removed after the deletion is committed; a
 * tombstone keeps its version, so that a new entry of the same id continues counting.
 */

import * as z from "zod";
import {
  changedSchema,
  changeEntry,
  changeInput,
  toChangedOutput,
  toRequest,
} from "../../state/disk/change-entry.ts";
import { entryId } from "../../state/disk/settings/state-input.ts";
import { removeTextsOf } from "../../state/history/redact.ts";
import { deleteEntry } from "../../state/transitions.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "state delete",
  summary: "Delete an archived entry and its texts permanently; the trail keeps a tombstone",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it cannot be undone", http: "it cannot be undone" },
  positionals: ["id"],
  examples: ["state delete drafts --reason 'no longer of use'"],
  input: z.object({ id: entryId, ...changeInput }),
  output: () => z.object({ ...changedSchema().shape, removed_texts: z.number() }),
  run: async (context, input) => {
    let removed_texts = 0;
    const recorded = await changeEntry(
      context,
      input,
      ({ state }) => deleteEntry(state, { ...toRequest(input), id: input.id }),
      async (ledger, { state, result }) => {
        removed_texts = (await removeTextsOf(ledger, state, result)).length;
      },
    );
    return { ...toChangedOutput(recorded), removed_texts };
  },
});
