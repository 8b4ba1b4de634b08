import * as z from "zod";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import {
  addressAliases,
  addressInput,
  entryId,
  namespaceInput,
} from "../../state/disk/settings/state-input.ts";
import { addressFor } from "../../state/find-address.ts";
import { findEntry } from "../../state/find-entry.ts";
import { requireState } from "../../state/load.ts";
import { stateNumbers, stateNumbersSchema } from "../../state/state-numbers.ts";
import { recordAccess } from "../../state/use/entry-use.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "state access",
  summary: "Record that an entry was read or was useful; the entry itself does not change",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.access",
    sets: ["state"],
    parameterNames: addressAliases,
  },
  positionals: ["id"],
  examples: ["state access queue-size --useful"],
  input: z.object({
    id: entryId,
    useful: z
      .boolean()
      .default(false)
      .describe("The entry was useful, which counts more than being read"),
    query: z.string().optional().describe("Query that found the entry"),
    ...namespaceInput,
    ...addressInput,
  }),
  output: () => z.object({ accessed: z.array(z.string()), ...stateNumbersSchema() }),
  run: ({ context, ledger, actor }, { id, useful, query, namespace, ...input }) =>
    ledger.write(async (unit) => {
      const { address } = stateSettings(context, ledger, input);
      const { state } = await requireState(unit.tx, address ?? (await addressFor(unit.tx, {})));
      const entries = [findEntry(state, id, namespace)];
      await recordAccess(unit, state, { entries, actor, useful, query });
      return { accessed: entries.map((entry) => entry.id), ...stateNumbers(state) };
    }),
});
