import { toRequest } from "../../state/disk/change-entry.ts";
import { entryId } from "../../state/disk/settings/state-input.ts";
import { findEntry } from "../../state/find-entry.ts";
import { findFullText } from "../../state/full-text.ts";
import { restoreEntry } from "../../state/transitions.ts";
import { defineEntryChange } from "./define-entry-change.ts";

export default defineEntryChange({
  verb: "restore",
  summary: "Restore the full text of an archived or shortened entry, if the budget allows",
  positionals: ["id"],
  examples: ["state restore drafts"],
  input: { id: entryId },
  async decide({ state, tx }, input, { rules }) {
    const entry = findEntry(state, input.id, input.namespace);
    const fullText = await findFullText(tx, entry, rules.countTokens);
    return restoreEntry(state, { ...toRequest(input), id: input.id, fullText }, rules);
  },
});
