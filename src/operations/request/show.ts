import * as z from "zod";
import { responseSecondsIn } from "../../curator/disk/policies.ts";
import { actIn } from "../../curator/disk/record/acting.ts";
import { clockOfRequest } from "../../curator/requests/read.ts";
import { requireRequest } from "../../curator/requests/record.ts";
import { slaClasses, slaOf } from "../../curator/requests/sla.ts";
import { selectRequestEvents } from "../../curator/requests/tables/queries.ts";
import { requestEventSchema, requestSchema } from "../../curator/requests/tables/rows.ts";
import { actingAliases, actingInput } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { requestId } from "./input.ts";

export default defineOperation({
  name: "request show",
  summary: "Show a request and everything that happened to it",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "request.show", sets: ["requests"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ["request show req_a"],
  input: z.object({ id: requestId, ...actingInput }),
  output: () =>
    z.object({
      request: requestSchema(),
      sla: z.enum(slaClasses),
      events: z.array(requestEventSchema()),
    }),
  run: (context, { id, ...input }) =>
    actIn(context, input, "read", ({ ledger, place, acting: { workspace, at } }) =>
      ledger.read(async (tx) => {
        const request = await requireRequest({ tx }, workspace, id);
        const events = [...(await selectRequestEvents(tx, id))];
        const responseSeconds = responseSecondsIn(place)(request.target_responsibility_id);
        const sla = slaOf(request, clockOfRequest(events), { now: at, responseSeconds });
        return { request, events, sla };
      }),
    ),
});
