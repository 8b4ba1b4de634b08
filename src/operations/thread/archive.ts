import * as z from "zod";
import { threadId } from "../../threads/disk/thread-id.ts";
import { archiveThread } from "../../threads/threads.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread archive",
  summary: "Archive a thread: lists no longer show it, and nothing is deleted",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.archive", sets: ["threads"] },
  positionals: ["id"],
  examples: ["thread archive 0197", "thread archive 0197 --undo"],
  input: z.object({
    id: threadId,
    undo: z.boolean().default(false).describe("Restore an archived thread"),
  }),
  output: () => z.object({ thread_id: z.string(), archived: z.boolean(), changed: z.boolean() }),
  run: async ({ ledger, actor }, { id, undo }) => {
    const what = { archived: !undo, actor };
    return { archived: !undo, ...(await ledger.write((unit) => archiveThread(unit, id, what))) };
  },
});
