import * as z from "zod";
import { actIn } from "../../curator/disk/record/acting.ts";
import { sweepWorkspace } from "../../curator/disk/record/sweep-workspace.ts";
import { actingAliases, actingInput } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "request sweep",
  summary: "Open requests whose time has come, expire those that are overdue, and report alerts",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "request.sweep", sets: ["requests"] },
  positionals: [],
  aliases: actingAliases,
  examples: ["request sweep"],
  input: z.object({ ...actingInput }),
  output: () =>
    z.object({
      opened: z.array(z.string()),
      expired: z.array(z.string()),
      /** Requests about alerts that were made or withdrawn. */
      alerts: z.array(z.string()),
    }),
  run: (context, input) => actIn(context, input, "write", sweepWorkspace),
});
