import * as z from "zod";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { listThreads } from "../../threads/list.ts";
import { listTranscripts } from "../../transcripts/list-transcripts.ts";
import { defineOperation } from "../operation/define-operation.ts";

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

export default defineOperation({
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
    ...storeInput,
  }),
  output: () => z.object({ threads: z.array(threadSchema()) }),
  run: (context, { archived, store }) =>
    inWorkspace(context, { store, effect: "read" }, (ledger) =>
      ledger.read(async (tx) => ({
        threads: [...(await listThreads(tx, { archived })), ...(await listTranscripts(tx))],
      })),
    ),
});
