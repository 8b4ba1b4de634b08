import * as z from "zod";
import { actIn } from "../../../curator/refreshing/acting.ts";
import { renderSnapshot } from "../../../curator/telemetry/snapshot.ts";
import { selectMetrics } from "../../../curator/telemetry/tables.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import { replaceOwnFile } from "../../../disk/replace-text-file.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput } from "../input.ts";

/** Most measurements of a day that a snapshot counts. */
const MAX_METRICS = 100_000;

export default defineOperation({
  name: "context telemetry snapshot",
  summary: "Write the measurements of a day to reports/telemetry/",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "http"],
  withheld: { mcp: "it writes into the workspace folder" },
  positionals: [],
  aliases: actingAliases,
  examples: ["context telemetry snapshot"],
  input: z.object({ ...actingInput }),
  output: () => z.object({ path: z.string(), metrics: z.number() }),
  run: (context, input) =>
    actIn(context, input, "read", async ({ ledger, acting, place }) => {
      const day = acting.at.slice(0, 10);
      const since = `${day}T00:00:00Z`;
      const wanted = { workspace_id: acting.workspace, since, limit: MAX_METRICS };
      const found = await ledger.read((tx) => selectMetrics(tx, wanted));
      const metrics = found.filter(({ recorded_at }) => recorded_at.startsWith(day));
      const name = `reports/telemetry/${day}.md`;
      replaceOwnFile(pathInside(place.root, name), renderSnapshot(metrics, acting));
      return { path: name, metrics: metrics.length };
    }),
});
