/** Inputs that the commands on task bundles share. */

import * as z from "zod";
import { readingInput } from "../../bundles/disk/open-path.ts";

/** Input keys of every command that reads one task bundle. */
export const bundleInput = {
  bundle: z.string().describe("Task bundle: a folder or an archive").meta({ path: true }),
  limit: readingInput.limit,
};

/** Input keys of every command that applies checks to one bundle. */
export const checksInput = {
  bundle: bundleInput.bundle,
  checks: z.string().describe("JSON file with the checks").meta({ path: true }),
  "allow-exec": z
    .boolean()
    .default(false)
    .describe("Let checks run commands, in a copy of the files"),
};

/** The option that lays out what is otherwise left out. */
export const WITH_SETTINGS_HELP =
  "Also lay out the bundle's settings of agents and editors, and its .env files; they can send your keys elsewhere";
