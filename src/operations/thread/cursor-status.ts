import * as z from "zod";
import { cursorStatus, cursorStatusSchema } from "../../threads/cursors.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread cursor status",
  summary: "Show the conversation ids that providers remember for a thread",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.cursor.status", sets: ["threads"] },
  positionals: ["id"],
  examples: ["thread cursor status 0197"],
  input: z.object({ id: threadId }),
  output: cursorStatusSchema,
  run: ({ ledger }, { id }) => ledger.read((tx) => cursorStatus(tx, id)),
});
