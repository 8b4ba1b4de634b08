import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { actorAliases } from "../../runtime/actor.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { kitTextsSchema, readKitTexts, writeKitTexts } from "../../state/disk/kit/kit-texts.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { kitTextInput } from "./input.ts";

export default defineOperation({
  name: "kit set",
  summary: "Set the vision or the rules for agents; they are entries of the state",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.kit.set", sets: ["memory"] },
  positionals: [],
  aliases: actorAliases,
  examples: ["kit set --vision 'One catalogue for all orchards'"],
  input: z.object(kitTextInput),
  output: kitTextsSchema,
  run: (context, input) =>
    inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
      const texts = [input.vision, input.agents].filter((text) => text !== undefined);
      if (texts.length === 0) {
        throw new HoldallError("E_USAGE", "Cannot set the texts of the kit: none was given", {
          cure: "add --vision or --agents",
        });
      }
      const written = await writeKitTexts(context, ledger, { ...input, keep: false });
      if (written.length < texts.length) {
        throw new HoldallError(
          "E_OVER_BUDGET",
          "Cannot set the texts of the kit: they exceed the budget of the state",
          {
            cure: "shorten them, or free tokens with `holdall state evict`",
          },
        );
      }
      return readKitTexts(context, ledger, input);
    }),
});
