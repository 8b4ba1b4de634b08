import * as z from "zod";
import { planNoKeeping, scheduleChangeSchema } from "../../hosts/schedulers/automation.ts";
import { planSettings, writeUserFile } from "../../runtime/change-settings.ts";
import { userConfigFor } from "../../runtime/config.ts";
import { readUserFile } from "../../runtime/user-file.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep off",
  summary:
    "Stop keeping sessions by themselves; what was kept stays, and so do hooks for other work",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "a model must not change what runs without it", http: "as for MCP" },
  positionals: [],
  examples: ["keep off --dry-run"],
  input: z.object({
    "dry-run": z
      .boolean()
      .default(false)
      .describe("Show what would be removed, and change nothing"),
  }),
  output: () =>
    z.object({
      dry_run: z.boolean(),
      /** Whether it was on. */
      was_on: z.boolean(),
      changes: z.array(scheduleChangeSchema()).readonly(),
    }),
  async run(context, { "dry-run": isDryRun }) {
    const before = readUserFile();
    const was_on = userConfigFor(context).keep.on;
    const { changes, apply } = await planNoKeeping(context);
    if (!isDryRun) {
      if (was_on) writeUserFile(planSettings({ "keep.on": undefined }, "stop keeping sessions"));
      await apply().catch((error) => {
        writeUserFile(before);
        throw error;
      });
    }
    return { dry_run: isDryRun, was_on, changes };
  },
});
