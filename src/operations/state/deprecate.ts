import { retireEntry } from "../../state/transitions.ts";
import { toRequest } from "./change-entry.ts";
import { defineEntryChange } from "./define-entry-change.ts";
import { entryId } from "./input.ts";

export default defineEntryChange({
  verb: "deprecate",
  summary: "Archive an entry that no longer applies",
  positionals: ["id"],
  examples: ["state deprecate old-node --reason 'we moved on'"],
  input: { id: entryId },
  decide: ({ state }, input) =>
    retireEntry(state, { ...toRequest(input), id: input.id }, "deprecate"),
});
