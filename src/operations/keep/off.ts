import * as z from "zod";
import { keptOffSchema, turnOff } from "../../hosts/schedulers/switch-keeping.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep off",
  summary: "No longer keep sessions by themselves; what was kept stays",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "a model must not change what runs without it", http: "as for MCP" },
  positionals: [],
  examples: ["keep off --dry-run"],
  input: z.object({
    "dry-run": z
      .boolean()
      .default(false)
      .describe("Show what would be removed, and change nothing"),
  }),
  output: keptOffSchema,
  basis: (context) => turnOff(context, true),
  run: (context, { "dry-run": isDryRun }) => turnOff(context, isDryRun),
});
