import * as z from "zod";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { addressInput } from "../../state/disk/settings/state-input.ts";
import { addressFor } from "../../state/find-address.ts";
import { requireState } from "../../state/load.ts";
import { stateNumbers, stateNumbersSchema } from "../../state/state-numbers.ts";
import { decayedEntrySchema, recordDecay } from "../../state/use/entry-use.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "state decay",
  summary: "Record the present strength of each entry: it decays with time and recovers with use",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "http"],
  withheld: { mcp: "decay depends on time, not on a model" },
  positionals: [],
  examples: ["state decay"],
  input: z.object({ ...addressInput }),
  output: () =>
    z.object({
      decayed: z.array(decayedEntrySchema()),
      ...stateNumbersSchema(),
    }),
  run: ({ context, ledger, actor }, input) =>
    ledger.write(async (unit) => {
      const { address, config } = stateSettings(context, ledger, input);
      const { state } = await requireState(unit.tx, address ?? (await addressFor(unit.tx, {})));
      const how = { actor, strength: config.decay };
      const decayed = await recordDecay(unit, state, how);
      return { decayed: [...decayed], ...stateNumbers(state) };
    }),
});
