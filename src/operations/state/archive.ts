import { retireEntry } from "../../state/transitions.ts";
import { toRequest } from "./change-entry.ts";
import { defineEntryChange } from "./define-entry-change.ts";
import { entryId } from "./input.ts";

export default defineEntryChange({
  verb: "archive",
  summary: "Archive an entry: it costs no tokens and can be restored",
  positionals: ["id"],
  examples: ["state archive notes"],
  input: { id: entryId },
  decide: ({ state }, input) =>
    retireEntry(state, { ...toRequest(input), id: input.id }, "archive"),
});
