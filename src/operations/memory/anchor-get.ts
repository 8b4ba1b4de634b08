import * as z from "zod";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { stateIdOf } from "../../state/address.ts";
import { addressFor } from "../../state/find-address.ts";
import { readAnchor } from "../../state/session/anchor.ts";
import { stateSettings } from "../../state/settings/settings.ts";
import { selectState } from "../../state/tables.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { anchorSchema } from "../session/input.ts";
import { addressAliases, addressInput } from "../state/input.ts";

export default defineOperation({
  name: "memory anchor get",
  summary: "Show the anchor of the work: task, next step, plan and recent decisions",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.anchor.get",
    sets: ["memory"],
    words: addressAliases,
  },
  positionals: [],
  examples: ["memory anchor get"],
  input: z.object({ ...addressInput, ...storeInput }),
  output: () => z.object({ anchor: anchorSchema().nullable() }),
  run: (context, { store, ...parts }) =>
    inWorkspace(context, { store, effect: "read" }, (ledger) =>
      ledger.read(async (tx) => {
        const { address } = stateSettings(context, ledger, parts);
        const row = await selectState(tx, stateIdOf(address ?? (await addressFor(tx, {}))));
        const anchor = await readAnchor(tx, row?.anchor ?? null);
        return { anchor: anchor && { ...anchor, last_decisions: [...anchor.last_decisions] } };
      }),
    ),
});
