import path from "node:path";
import * as z from "zod";
import { agentIds } from "../../agents/registry.ts";
import {
  planKeeping,
  scheduleChangeSchema,
  schedulerChoices,
  startersSchema,
} from "../../hosts/schedulers/automation.ts";
import { planSettings, writeUserFile } from "../../runtime/change-settings.ts";
import { userConfigFor } from "../../runtime/config.ts";
import { keepIntervals } from "../../runtime/user-config.ts";
import { readUserFile } from "../../runtime/user-file.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep on",
  summary:
    "Keep the sessions of all agents by themselves, started by systemd, launchd, cron or hooks",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "a model must not change what runs without it", http: "as for MCP" },
  positionals: [],
  examples: ["keep on --every 1d --dry-run"],
  input: z.object({
    every: z.enum(keepIntervals).optional().describe("How often (default: as before, else 1h)"),
    to: z
      .string()
      .min(1)
      .optional()
      .describe("Folder in which sessions are kept, from now on (default: as before)")
      .meta({ path: "output" }),
    "skip-agent": z
      .array(z.enum(agentIds))
      .optional()
      .describe("Agent whose sessions are not kept"),
    "skip-folder": z
      .array(z.string().min(1))
      .optional()
      .describe("Folder whose sessions are not kept")
      .meta({ path: true, placeholder: "FOLDER" }),
    by: z
      .enum(schedulerChoices)
      .optional()
      .describe("What starts it (default: the first one that this machine has)"),
    "dry-run": z.boolean().default(false).describe("Show what would be written, and write nothing"),
  }),
  output: () =>
    z.object({
      dry_run: z.boolean(),
      every: z.enum(keepIntervals),
      /** Null for the default one. */
      folder: z.string().nullable(),
      /** The user's own file, which remembers what was asked for. */
      settings: z.string(),
      ...startersSchema().shape,
      changes: z.array(scheduleChangeSchema()).readonly(),
    }),
  async run(context, input) {
    const { to, "skip-agent": agents, "skip-folder": folders, "dry-run": isDryRun } = input;
    const before = readUserFile();
    const { keep } = userConfigFor(context);
    const { every = keep.every } = input;
    const place = (folder: string) => path.resolve(context.cwd, folder);
    const folder = to === undefined ? (keep.folder ?? null) : place(to);
    const after = planSettings(
      {
        "keep.on": true,
        "keep.every": every,
        ...(to === undefined ? {} : { "keep.folder": folder }),
        ...(agents && { "keep.skip_agents": agents }),
        ...(folders && { "keep.skip_folders": folders.map(place) }),
      },
      "keep sessions",
    );
    const { starters, changes, apply } = await planKeeping(context, { every, by: input.by });
    if (!isDryRun) {
      writeUserFile(after);
      await apply().catch((error) => {
        writeUserFile(before);
        throw error;
      });
    }
    return { dry_run: isDryRun, every, folder, settings: after.path, ...starters, changes };
  },
  exitCode: ({ scheduler, hooks }) => (scheduler === null && hooks.length === 0 ? 1 : 0),
});
