import { toRequest } from "../../state/disk/change-entry.ts";
import { entryId } from "../../state/disk/settings/state-input.ts";
import { retireEntry } from "../../state/transitions.ts";
import { defineEntryChange } from "./define-entry-change.ts";

export default defineEntryChange({
  verb: "deprecate",
  summary: "Archive an entry that no longer applies",
  positionals: ["id"],
  examples: ["state deprecate old-node --reason 'we moved on'"],
  input: { id: entryId },
  decide: ({ state }, input) =>
    retireEntry(state, { ...toRequest(input), id: input.id }, "deprecate"),
});
