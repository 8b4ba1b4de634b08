import { dismissConflict } from "../../state/transitions.ts";
import { toRequest } from "./change-entry.ts";
import { defineEntryChange } from "./define-entry-change.ts";
import { entryId } from "./input.ts";

export default defineEntryChange({
  verb: "dismiss",
  summary: "Dismiss a possible conflict: record that both entries apply",
  positionals: ["id"],
  examples: ["state dismiss 75e91d", "state dismiss 75e91d --other a1b2c3 --reason 'two services'"],
  input: {
    id: entryId,
    other: entryId
      .optional()
      .describe("Only the possible conflict with this entry (default: all of the entry)"),
  },
  decide: ({ state }, input) =>
    dismissConflict(state, { ...toRequest(input), id: input.id, other: input.other }),
});
