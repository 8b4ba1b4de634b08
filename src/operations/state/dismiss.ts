import { HoldallError } from "../../base/errors.ts";
import { readStream } from "../../ledger/read.ts";
import { integer } from "../../runtime/integer.ts";
import { stateStream } from "../../state/address.ts";
import type { StateView } from "../../state/change-state.ts";
import { toRequest } from "../../state/disk/change-entry.ts";
import { entryId } from "../../state/disk/settings/state-input.ts";
import { dismissConflict, dismissRefusal } from "../../state/transitions.ts";
import { defineEntryChange } from "./define-entry-change.ts";

export default defineEntryChange({
  verb: "dismiss",
  summary:
    "Dismiss a possible conflict: record that both entries apply, or that a refused text is not wanted",
  positionals: ["id"],
  examples: [
    "state dismiss 75e91d",
    "state dismiss 75e91d --other a1b2c3 --reason 'two services'",
    "state dismiss 75e91d --refused 41",
  ],
  input: {
    id: entryId,
    other: entryId
      .optional()
      .describe("Only the possible conflict with this entry (default: every one of the entry)"),
    refused: integer()
      .optional()
      .describe(
        "Number of the event that refused a text because of the entry: the text is not wanted",
      ),
  },
  async decide(view, input) {
    const request = { ...toRequest(input), id: input.id };
    const { other, refused } = input;
    if (refused === undefined) return dismissConflict(view.state, { ...request, other });
    if (other !== undefined) {
      throw new HoldallError("E_USAGE", "Cannot dismiss both a conflict and a refused text", {
        cure: "give --other or --refused",
      });
    }
    await requireRefusal(view, refused);
    return dismissRefusal(view.state, { ...request, refused });
  },
});

/** Only an event that refused a text can be dismissed. */
async function requireRefusal({ tx, state }: StateView, seq: number): Promise<void> {
  const [event] = await readStream(tx, stateStream(state.id), { from: seq, to: seq });
  if (event?.type === "state_rejected") return;
  throw new HoldallError("E_NOT_FOUND", `Cannot dismiss event ${seq}: it did not refuse a text`, {
    cure: "see `holdall state log --type rejected`",
  });
}
