import * as z from "zod";
import { listThreads } from "../../threads/list.ts";
import { listTranscripts } from "../../transcripts/list-transcripts.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

/** A thread in an operation's output. */
export const threadSchema = () =>
  z.object({
    thread_id: z.string(),
    created_at_ms: z.number(),
    title: z.string().nullable(),
    archived: z.boolean(),
    /** The thread it branched off from, or was handed over by. */
    parent: z
      .object({
        kind: z.enum(["branch", "handoff"]),
        thread_id: z.string(),
        seq: z.number(),
        message_id: z.string().nullable(),
      })
      .nullable(),
    messages: z.number(),
  });

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
  output: () => z.object({ threads: z.array(threadSchema()) }),
  run: ({ ledger }, { archived }) =>
    ledger.read(async (tx) => ({
      threads: [...(await listThreads(tx, { archived })), ...(await listTranscripts(tx))],
    })),
});
