import { toRequest } from "../../state/disk/change-entry.ts";
import { entryId } from "../../state/disk/settings/state-input.ts";
import { retireEntry } from "../../state/transitions.ts";
import { defineEntryChange } from "./define-entry-change.ts";

export default defineEntryChange({
  verb: "archive",
  summary: "Archive an entry: it costs no tokens and can be restored",
  positionals: ["id"],
  examples: ["state archive notes"],
  input: { id: entryId },
  decide: ({ state }, input) =>
    retireEntry(state, { ...toRequest(input), id: input.id }, "archive"),
});
