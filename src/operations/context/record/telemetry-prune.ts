import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { requireSteward } from "../../../curator/acting.ts";
import { actIn } from "../../../curator/refreshing/acting.ts";
import { telemetryStream } from "../../../curator/streams.ts";
import { countProjectionRows } from "../../../ledger/projections.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput, timeOption } from "../input.ts";

export default defineOperation({
  name: "context telemetry prune",
  summary: "Remove old measurements from the tables as the steward, and record that",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.telemetry_prune", sets: ["registry"] },
  positionals: [],
  aliases: actingAliases,
  examples: ["context telemetry prune --before 2026-01-01T00:00:00Z --as steward_lab"],
  input: z.object({
    before: z.string().describe("Remove what was recorded before this time"),
    ...actingInput,
  }),
  output: () => z.object({ before: z.string(), removed: z.number() }),
  run: (context, { before: given, ...input }) =>
    actIn(context, input, "write", async ({ ledger, acting }) => {
      requireSteward(acting, "prune telemetry");
      const before = timeOption("before", given) ?? "";
      const { workspace, at, actor } = acting;
      if (before > at) {
        throw new HoldallError("E_USAGE", "Cannot prune telemetry: --before is in the future");
      }
      const count = () => ledger.read((tx) => countProjectionRows(tx, ledger.projections));
      const rows = await count();
      const body = { at, by: actor.id, before };
      await ledger.append([
        { stream: telemetryStream(workspace), type: "telemetry_pruned", actor, body },
      ]);
      const removed = (rows.telemetry_metrics ?? 0) - ((await count()).telemetry_metrics ?? 0);
      return { before, removed };
    }),
});
