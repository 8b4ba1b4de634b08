import * as z from "zod";
import { agents } from "../agents/registry.ts";
import { namesOf } from "../base/registry.ts";
import { integer } from "../runtime/integer.ts";
import { acpInput } from "./acp/acp-input.ts";
import { RUNS_HELP } from "./task-runs.ts";

/** Which sessions are listed. */
export const listInput = z.object({
  all: z.boolean().default(false).describe("Sessions of every folder, not only this one"),
  agent: z.enum(namesOf(agents)).optional().describe("Sessions of one agent only"),
  folder: z
    .string()
    .optional()
    .describe("Only sessions of this folder or below it (default: the current folder)")
    .meta({ path: true }),
  since: z.string().optional().describe("Only sessions written since: yesterday, 2d, a date"),
  until: z
    .string()
    .optional()
    .describe("Only sessions last written to before: yesterday, 2d, a date"),
  at: z.string().optional().describe("Only sessions last written to on this day: 2d, a date"),
  verbose: z
    .boolean()
    .default(false)
    .describe("Show id, model, messages, time, cost and branch of each session, too"),
  runs: z.boolean().default(false).describe(RUNS_HELP),
  starred: z.boolean().default(false).describe("Only sessions that `star` marked"),
  ...acpInput,
  limit: integer(1).max(100_000).default(50).describe("Maximum number of sessions"),
});
/** Which sessions are listed. */
export type ListInput = z.infer<typeof listInput>;
