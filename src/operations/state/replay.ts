import * as z from "zod";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { addressAliases, addressInput, momentOf } from "../../state/disk/settings/state-input.ts";
import { addressFor } from "../../state/find-address.ts";
import { replayState } from "../../state/history/replay.ts";
import { shownStateSchema, showState } from "../../state/show.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "state replay",
  summary: "Show the state as it was after an event or at a time, rebuilt from its events",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.replay",
    sets: ["memory", "state"],
    parameterNames: addressAliases,
  },
  positionals: [],
  examples: ["state replay --at 1", "state replay --at 3 --archived --json"],
  input: z.object({
    at: z
      .string()
      .describe("Number of an event, or a time such as 2d, yesterday or 2026-01-31")
      .meta({ placeholder: "SEQ|TIME" }),
    archived: z.boolean().default(false).describe("Include archived entries"),
    ...addressInput,
  }),
  output: () => z.object({ ...shownStateSchema().shape, at: z.string(), event: z.string() }),
  run: ({ context, ledger }, { at, archived, ...parts }) =>
    ledger.read(async (tx) => {
      const { address: named } = stateSettings(context, ledger, parts);
      const address = named ?? (await addressFor(tx, {}));
      const replayed = await replayState(tx, address, momentOf(at, context.now()));
      const viewer = { namespace: null };
      const shown = await showState(tx, replayed.state, { archived, viewer });
      return { ...shown, at: replayed.at, event: replayed.type };
    }),
});
