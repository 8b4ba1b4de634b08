import * as z from "zod";
import { settleAlerts } from "../../curator/alerts/settle.ts";
import { actIn } from "../../curator/disk/record/acting.ts";
import { recordAndShow } from "../../curator/disk/record/record-and-show.ts";
import { claimRequests } from "../../curator/requests/claim.ts";
import { requestSchema } from "../../curator/requests/tables/rows.ts";
import { integer } from "../../runtime/integer.ts";
import { actingAliases, actingInput, responsibilityId } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "request claim",
  summary: "Accept the next pending requests of a responsibility for a worker",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "request.claim", sets: ["requests", "context"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ["request claim docs_cos --limit 5 --as worker-1"],
  input: z.object({
    id: responsibilityId.describe("Responsibility whose requests are claimed"),
    limit: integer(1).max(1000).default(1).describe("Maximum number of requests"),
    ...actingInput,
  }),
  output: () => z.object({ requests: z.array(requestSchema()) }),
  run: (context, { id, limit, ...input }) =>
    actIn(context, input, "write", async (where) => {
      const { ledger, acting } = where;
      const { engine } = ledger.store;
      const requests = await recordAndShow(where, async (unit) => {
        const claimed = await claimRequests(unit, acting, { target: id, limit, engine });
        const ids = claimed.requests.map((each) => each.id);
        const what = `the claim of ${ids.join(", ")}`;
        const settled = await settleAlerts(unit, acting);
        const notes = [...claimed.notes, ...settled.notes];
        const requests = [...ids, ...settled.requests];
        return { result: claimed.requests, shown: { what, notes, requests } };
      });
      return { requests: [...requests] };
    }),
});
