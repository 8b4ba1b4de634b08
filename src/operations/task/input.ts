/** Inputs that the commands on task bundles share. */

import * as z from "zod";
import { readingInput } from "../../bundles/disk/open-path.ts";
import { replayStarts } from "../../model/task-bundle.ts";

/** Input keys of every command that reads one task bundle. */
export const bundleInput = {
  bundle: z.string().describe("Task bundle: a folder or an archive").meta({ path: true }),
  limit: readingInput.limit,
};

/** The option that lays out what is otherwise left out. */
export const WITH_SETTINGS_HELP =
  "Also lay out the bundle's settings of agents and editors, and its .env files; they can send your keys elsewhere";

/** Whether and from what a task can be run again, in a result. */
export const replaySchema = () =>
  z.object({
    ready: z.boolean(),
    start: z.enum(replayStarts).nullable(),
    state: z.enum(["before", "after", "unknown"]).nullable(),
    failed: z.array(z.string()).readonly(),
    advice: z.array(z.string()).readonly(),
  });
