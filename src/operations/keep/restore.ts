import * as z from "zod";
import { agents } from "../../agents/registry.ts";
import { namesOf } from "../../base/registry.ts";
import { openKept } from "../../keep/open-kept.ts";
import { restoredSchema, restoreKept } from "../../keep/restore/restore-kept.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { fromInput, withheldKeep } from "./input.ts";

export default defineOperation({
  name: "keep restore",
  summary: "Put kept sessions back where their agents look for them",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { ...withheldKeep, person: "it writes into the agents' own folders" },
  positionals: ["sessions"],
  examples: ["keep restore --all --dry-run"],
  input: z.object({
    sessions: z.array(z.string()).optional().describe("Ids of sessions, or their beginnings"),
    all: z.boolean().default(false).describe("All kept sessions, as on a new machine"),
    agent: z.enum(namesOf(agents)).optional().describe("Only sessions of this agent"),
    into: z
      .string()
      .optional()
      .describe("Home folder to restore into (default: your own)")
      .meta({ path: "output" }),
    map: z.string().optional().describe("Folder that has another path now: /home/anna=/Users/anna"),
    "dry-run": z.boolean().default(false).describe("Only show what would be restored"),
    ...fromInput,
  }),
  output: () => z.object({ dry_run: z.boolean(), sessions: z.array(restoredSchema()).readonly() }),
  async run(context, { from, ...input }) {
    const sessions = await restoreKept(context, openKept(context, from), input);
    return { dry_run: input["dry-run"], sessions };
  },
  exitCode: ({ sessions }) => (sessions.some(({ state }) => state === "failed") ? 1 : 0),
});
