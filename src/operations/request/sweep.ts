import * as z from "zod";
import { SWEEP_LIMIT, sweepRequests } from "../../curator/requests/sweep.ts";
import { actIn, actingAliases, actingInput, appendNotes } from "../context/acting.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "request sweep",
  summary: "Open requests whose time has come and expire those that are overdue",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "request.sweep", sets: ["requests"] },
  positionals: [],
  aliases: actingAliases,
  examples: ["request sweep"],
  input: z.object({ ...actingInput }),
  output: () => z.object({ opened: z.array(z.string()), expired: z.array(z.string()) }),
  run: (context, input) =>
    actIn(context, input, "write", async ({ ledger, acting, place }) => {
      const opened: string[] = [];
      const expired: string[] = [];
      for (;;) {
        const swept = await ledger.write((unit) => sweepRequests(unit, acting));
        await appendNotes(place, swept.notes);
        opened.push(...swept.opened);
        expired.push(...swept.expired);
        if (swept.opened.length + swept.expired.length < SWEEP_LIMIT) return { opened, expired };
      }
    }),
});
