import * as z from "zod";
import { integer } from "../../runtime/integer.ts";
import { addressText, stateIdOf, stateStream } from "../../state/address.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { addressAliases, addressInput } from "../../state/disk/settings/state-input.ts";
import { addressFor } from "../../state/find-address.ts";
import { readTrail, shownTrailLineSchema } from "../../state/history/read-trail.ts";
import { loggedText } from "../../state/shown-text.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "state log",
  summary:
    "Show the trail of the state: every admission, rejection, change and eviction with its reason",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.log",
    sets: ["state"],
    parameterNames: addressAliases,
    text: loggedText,
  },
  positionals: [],
  examples: ["state log", "state log --type rejected --limit 5 --json", "state log --to 100"],
  input: z.object({
    entry: z
      .string()
      .optional()
      .describe("Show only events of this entry")
      .meta({ completes: "entry" }),
    type: z.string().optional().describe("Show only events of this type, such as rejected"),
    limit: integer(1)
      .max(100_000)
      .default(50)
      .describe("Number of events to show, counted from the end"),
    to: integer().optional().describe("Show only events up to this number"),
    ...addressInput,
  }),
  output: () => z.object({ state: z.string(), lines: z.array(shownTrailLineSchema()) }),
  run: ({ context, ledger }, { entry, type, limit, to, ...parts }) =>
    ledger.read(async (tx) => {
      const { address: named } = stateSettings(context, ledger, parts);
      const address = named ?? (await addressFor(tx, {}));
      const stream = stateStream(stateIdOf(address));
      const lines = await readTrail(tx, stream, { id: entry, type, limit, to });
      return { state: addressText(address), lines: [...lines] };
    }),
});
