import * as z from "zod";
import { actIn } from "../../../curator/disk/record/acting.ts";
import { recordAndShow } from "../../../curator/disk/record/record-and-show.ts";
import { acknowledgeAlert } from "../../../curator/telemetry/acknowledge.ts";
import { integer } from "../../../runtime/integer.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput } from "../input.ts";

export default defineOperation({
  name: "context telemetry acknowledge",
  summary: "Record that an alert was seen, and what was done about it",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.telemetry_acknowledge", sets: ["registry"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ['context telemetry acknowledge 1 --remedy "a second worker was started"'],
  input: z.object({
    id: integer(1).describe("Number of the alert"),
    remedy: z.string().min(1).max(2000).default("seen").describe("What was done about it"),
    ...actingInput,
  }),
  output: () =>
    z.object({
      id: z.number(),
      alert_type: z.string(),
      responsibility_id: z.string().nullable(),
      acknowledged_at: z.string().nullable(),
      acknowledged_by: z.string().nullable(),
      /** Whether it had not been acknowledged before. */
      changed: z.boolean(),
    }),
  run: (context, { id, remedy, ...input }) =>
    actIn(context, input, "write", async (where) => {
      const { acting } = where;
      const { alert, changed } = await recordAndShow(where, async (unit) => {
        const result = await acknowledgeAlert(unit, acting, { id, remedy });
        const what = `the acknowledgement of alert ${id}`;
        return { result, shown: { what, notes: result.notes, requests: [] } };
      });
      const { alert_type, responsibility_id, acknowledged_at, acknowledged_by } = alert;
      return { id, alert_type, responsibility_id, acknowledged_at, acknowledged_by, changed };
    }),
});
