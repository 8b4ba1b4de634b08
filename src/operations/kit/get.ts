import * as z from "zod";
import { kitTextsSchema, readKitTexts } from "../../state/disk/kit/kit-texts.ts";
import { addressInput } from "../../state/disk/settings/state-input.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "kit get",
  summary: "Show the vision, the rules for agents, the task and the next step (the anchor)",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.kit.get", sets: ["memory"] },
  positionals: [],
  examples: ["kit get", "kit get --json"],
  input: z.object({ ...addressInput }),
  output: kitTextsSchema,
  run: ({ context, ledger }, parts) => readKitTexts(context, ledger, parts),
});
