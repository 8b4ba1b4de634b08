import * as z from "zod";
import { actIn } from "../../curator/disk/record/acting.ts";
import {
  responsibilitySchema,
  selectResponsibilities,
} from "../../curator/responsibilities/tables/registry.ts";
import { actingAliases, actingInput } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { shownResponsibility } from "./input.ts";

export default defineOperation({
  name: "responsibility list",
  summary: "List the registered responsibilities of the workspace",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "responsibility.list", sets: ["registry"] },
  positionals: [],
  aliases: actingAliases,
  examples: ["responsibility list --json"],
  input: z.object({ ...actingInput }),
  output: () => z.object({ responsibilities: z.array(responsibilitySchema()) }),
  run: (context, input) =>
    actIn(context, input, "read", ({ ledger, acting }) =>
      ledger.read(async (tx) => {
        const rows = await selectResponsibilities(tx, acting.workspace);
        return { responsibilities: rows.map(shownResponsibility) };
      }),
    ),
});
