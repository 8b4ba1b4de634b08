import * as z from "zod";
import { stateIdOf } from "../../state/address.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { addressAliases, addressInput } from "../../state/disk/settings/state-input.ts";
import { addressFor } from "../../state/find-address.ts";
import { anchorSchema, readAnchor } from "../../state/session/anchor.ts";
import { selectState } from "../../state/tables.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "memory anchor get",
  summary: "Show the anchor of the work: task, next step, plan and recent decisions",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.anchor.get",
    sets: ["memory"],
    parameterNames: addressAliases,
  },
  positionals: [],
  examples: ["memory anchor get"],
  input: z.object({ ...addressInput }),
  output: () => z.object({ anchor: anchorSchema().nullable() }),
  run: ({ context, ledger }, parts) =>
    ledger.read(async (tx) => {
      const { address } = stateSettings(context, ledger, parts);
      const row = await selectState(tx, stateIdOf(address ?? (await addressFor(tx, {}))));
      const anchor = await readAnchor(tx, row?.anchor ?? null);
      return { anchor };
    }),
});
