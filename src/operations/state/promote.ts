import * as z from "zod";
import { toRequest } from "../../state/disk/change-entry.ts";
import { entryId } from "../../state/disk/settings/state-input.ts";
import { statuses } from "../../state/event-bodies.ts";
import { promoteEntry } from "../../state/transitions.ts";
import { defineEntryChange } from "./define-entry-change.ts";

export default defineEntryChange({
  verb: "promote",
  summary: "Confirm an entry: set its status to validated, or to --status",
  positionals: ["id"],
  examples: ["state promote queue-size"],
  input: {
    id: entryId,
    status: z.enum(statuses).default("validated").describe("New status of the entry"),
  },
  decide: ({ state }, input) =>
    promoteEntry(state, { ...toRequest(input), id: input.id, status: input.status }),
});
