import * as z from "zod";
import { actorAliases, actorOf } from "../../runtime/actor.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { noteChange } from "../../state/change.ts";
import { changeState } from "../../state/change-state.ts";
import { kitTextsSchema, readKitTexts, writeKitTexts } from "../../state/disk/kit/kit-texts.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { kitTextInput } from "./input.ts";

export default defineOperation({
  name: "kit init",
  summary: "Create a state with its vision and rules for agents; existing texts are kept",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "http"],
  withheld: { mcp: "models use memory.kit.set" },
  positionals: [],
  aliases: actorAliases,
  examples: ["kit init --vision 'One catalogue for all orchards'"],
  input: z.object(kitTextInput),
  output: () =>
    z.object({ ...kitTextsSchema().shape, written: z.array(z.enum(["vision", "agents"])) }),
  run: (context, input) =>
    inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
      const { address, bounds } = stateSettings(context, ledger, input);
      const before = await readKitTexts(context, ledger, input);
      if (!before.kit_initialized) {
        const selected = { changes: [noteChange("state_selected", {})], result: null };
        await changeState(ledger, { address, bounds, actor: actorOf(input) }, () => selected);
      }
      const written = await writeKitTexts(context, ledger, { ...input, keep: true });
      return { ...(await readKitTexts(context, ledger, input)), written: [...written] };
    }),
});
