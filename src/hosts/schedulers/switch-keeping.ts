/** Turning the keeping of sessions on and off: settings and schedulers change together, or not at all. */

import path from "node:path";
import * as z from "zod";
import { agentIds } from "../../agents/registry.ts";
import { checkRecipients } from "../../bundles/sealing/recipients.ts";
import { planSettings, writeUserFile } from "../../runtime/change-settings.ts";
import { userConfigFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { keepIntervals } from "../../runtime/user-config.ts";
import { readUserFile, type UserFile } from "../../runtime/user-file.ts";
import {
  type AutomationPlan,
  planKeeping,
  planNoKeeping,
  scheduleChangeSchema,
  schedulerChoices,
  startersSchema,
} from "./automation.ts";

/** How sessions are to be kept; what is left out stays as it was. */
export const keepOnInput = z.object({
  every: z.enum(keepIntervals).optional().describe("How often (default: as before, else 1h)"),
  to: z
    .string()
    .min(1)
    .optional()
    .describe("Folder in which sessions are kept from now on (default: as before)")
    .meta({ path: "output", placeholder: "FOLDER", by: "terminal" }),
  seal: z
    .array(z.string().min(1).max(8192))
    .min(1)
    .max(100)
    .optional()
    .describe("Recipient for whom the backup is sealed: age1…, ssh-ed25519 … (default: as before)")
    .meta({ placeholder: "RECIPIENT", by: "terminal" }),
  "skip-agent": z
    .array(z.enum(agentIds))
    .optional()
    .describe("Agent whose sessions are not kept")
    .meta({ by: "terminal" }),
  "skip-folder": z
    .array(z.string().min(1))
    .optional()
    .describe("Folder whose sessions are not kept")
    .meta({ path: true, placeholder: "FOLDER", by: "terminal" }),
  by: z
    .enum(schedulerChoices)
    .optional()
    .describe("What starts it (default: the first one that this machine has)")
    .meta({ by: "terminal" }),
  "dry-run": z.boolean().default(false).describe("Show what would be written, and write nothing"),
});

/** How sessions are kept from now on. */
export const keptOnSchema = () =>
  z.object({
    dry_run: z.boolean(),
    every: z.enum(keepIntervals),
    /** Null for the usual one. */
    folder: z.string().nullable(),
    /** Recipients for whom it is sealed; none where it is in the clear. */
    sealed: z.array(z.string()).readonly(),
    /** The user's own file, which remembers what was asked for. */
    settings: z.string(),
    ...startersSchema().shape,
    changes: z.array(scheduleChangeSchema()).readonly(),
  });

/** Turns automatic keeping on. */
export async function turnOn(context: OperationContext, input: z.output<typeof keepOnInput>) {
  const { to, seal, "skip-agent": agents, "skip-folder": folders, "dry-run": dry_run, by } = input;
  const { keep } = userConfigFor(context);
  const { every = keep.every } = input;
  const place = (folder: string) => path.resolve(context.cwd, folder);
  const folder = to === undefined ? (keep.folder ?? null) : place(to);
  const recipients = seal === undefined ? (keep.seal ?? []) : checkRecipients(seal);
  const settings = planSettings(
    {
      "keep.on": true,
      "keep.every": every,
      ...(to === undefined ? {} : { "keep.folder": folder }),
      ...(seal && { "keep.seal": recipients }),
      ...(agents && { "keep.skip_agents": agents }),
      ...(folders && { "keep.skip_folders": folders.map(place) }),
    },
    "keep sessions",
  );
  const plan = await planKeeping(context, { every, by });
  if (!dry_run) await applyTogether(settings, plan);
  const { starters, changes } = plan;
  return {
    dry_run,
    every,
    folder,
    sealed: recipients,
    settings: settings.path,
    ...starters,
    changes,
  };
}

/** What was removed. */
export const keptOffSchema = () =>
  z.object({
    dry_run: z.boolean(),
    was_on: z.boolean(),
    changes: z.array(scheduleChangeSchema()).readonly(),
  });

/** Turns automatic keeping off; how sessions were kept is remembered. */
export async function turnOff(context: OperationContext, dry_run: boolean) {
  const was_on = userConfigFor(context).keep.on;
  const plan = await planNoKeeping(context);
  const settings = was_on ? planSettings({ "keep.on": false }, "stop keeping sessions") : null;
  if (!dry_run) await applyTogether(settings, plan);
  return { dry_run, was_on, changes: plan.changes };
}

async function applyTogether(settings: UserFile | null, plan: AutomationPlan): Promise<void> {
  const before = readUserFile();
  if (settings !== null) writeUserFile(settings);
  try {
    await plan.apply();
  } catch (error) {
    if (settings !== null) writeUserFile(before);
    throw error;
  }
}
