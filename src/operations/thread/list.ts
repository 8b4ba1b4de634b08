import * as z from "zod";
import { listedThreadSchema, listThreads } from "../../threads/list.ts";
import { listTranscripts } from "../../threads/list-transcripts.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread list",
  summary: "List the threads of the workspace, then the imported sessions, oldest first",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.list", sets: ["threads"] },
  positionals: [],
  examples: ["thread list", "thread list --archived --json"],
  input: z.object({
    archived: z.boolean().default(false).describe("Include archived threads"),
  }),
  output: () => z.object({ threads: z.array(listedThreadSchema()) }),
  run: ({ ledger }, { archived }) =>
    ledger.read(async (tx) => ({
      threads: [...(await listThreads(tx, { archived })), ...(await listTranscripts(tx))],
    })),
});
