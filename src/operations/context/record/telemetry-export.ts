import * as z from "zod";
import { actIn } from "../../../curator/disk/record/acting.ts";
import {
  alertSchema,
  metricSchema,
  selectAlerts,
  selectMetrics,
} from "../../../curator/telemetry/tables.ts";
import { stamp } from "../../../curator/workspace/time.ts";
import { integer } from "../../../runtime/integer.ts";
import { parseMoment } from "../../../runtime/moment.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput } from "../input.ts";

export default defineOperation({
  name: "context telemetry export",
  summary: "List the measurements and alerts of the workspace",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.telemetry_export", sets: ["registry"] },
  positionals: [],
  aliases: actingAliases,
  examples: ["context telemetry export --since 2026-02-01 --json"],
  input: z.object({
    since: z
      .string()
      .optional()
      .describe("Only what was recorded from this time on, such as 2d or 2026-02-01"),
    after: integer().default(0).describe("Only measurements with a higher id, for the next page"),
    limit: integer(1).max(10_000).default(1000).describe("Maximum number of measurements"),
    ...actingInput,
  }),
  output: () =>
    z.object({
      metrics: z.array(metricSchema()),
      alerts: z.array(alertSchema()),
    }),
  run: (context, { since, after, limit, ...input }) =>
    actIn(context, input, "read", ({ ledger, acting: { workspace: workspace_id } }) =>
      ledger.read(async (tx) => {
        const from = since === undefined ? "" : stamp(parseMoment(since, context.now()));
        const metrics = await selectMetrics(tx, { workspace_id, since: from, after, limit });
        const alerts = await selectAlerts(tx, { workspace_id, limit });
        return {
          metrics: [...metrics],
          alerts: alerts.filter(({ created_at }) => created_at >= from),
        };
      }),
    ),
});
