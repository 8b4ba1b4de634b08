import * as z from "zod";
import { responseSecondsIn } from "../../curator/disk/policies.ts";
import { actIn } from "../../curator/disk/record/acting.ts";
import { listRequests } from "../../curator/requests/read.ts";
import { slaClasses } from "../../curator/requests/sla.ts";
import { requestStatuses } from "../../curator/requests/status.ts";
import { requestSchema } from "../../curator/requests/tables/rows.ts";
import { integer } from "../../runtime/integer.ts";
import { actingAliases, actingInput, responsibilityId } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "request list",
  summary: "List requests in the order in which they are claimed",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "request.list", sets: ["requests", "context"] },
  positionals: [],
  aliases: actingAliases,
  examples: ["request list --to docs_cos --status pending"],
  input: z.object({
    to: responsibilityId
      .optional()
      .describe("Only requests to this responsibility")
      .meta({ placeholder: "RESPONSIBILITY" }),
    from: responsibilityId
      .optional()
      .describe("Only requests from this responsibility")
      .meta({ placeholder: "RESPONSIBILITY" }),
    status: z
      .enum(requestStatuses)
      .optional()
      .describe("Only requests with this status")
      .meta({ placeholder: "STATUS" }),
    type: z.string().optional().describe("Only requests of this type"),
    limit: integer(1).default(100).describe("Maximum number of requests"),
    ...actingInput,
  }),
  output: () =>
    z.object({
      requests: z.array(z.object({ ...requestSchema().shape, sla: z.enum(slaClasses) })),
      /** Requests that were found, by the class of the clock that runs. */
      sla: z.object({ ok: z.number(), at_risk: z.number(), breached: z.number() }),
    }),
  run: (context, { to, from, status, type, limit, ...input }) =>
    actIn(context, input, "read", ({ ledger, place, acting: { workspace, at } }) =>
      ledger.read(async (tx) => {
        const responseSeconds = responseSecondsIn(place);
        const filter = { workspace_id: workspace, target: to, origin: from, status, type, limit };
        const requests = [...(await listRequests(tx, filter, { now: at, responseSeconds }))];
        const count = (wanted: string) => requests.filter(({ sla }) => sla === wanted).length;
        const sla = { ok: count("ok"), at_risk: count("at_risk"), breached: count("breached") };
        return { requests, sla };
      }),
    ),
});
