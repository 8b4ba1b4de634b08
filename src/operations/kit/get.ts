import * as z from "zod";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { addressInput } from "../state/input.ts";
import { kitTextsSchema, readKitTexts } from "./kit-texts.ts";

export default defineOperation({
  name: "kit get",
  summary: "Show the vision, the rules for agents, and the anchor of the work",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.kit.get", sets: ["memory"] },
  positionals: [],
  examples: ["kit get", "kit get --json"],
  input: z.object({ ...addressInput, ...storeInput }),
  output: kitTextsSchema,
  run: (context, { store, ...parts }) =>
    inWorkspace(context, { store, effect: "read" }, (ledger) =>
      readKitTexts(context, ledger, parts),
    ),
});
