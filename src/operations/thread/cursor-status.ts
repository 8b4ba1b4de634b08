import * as z from "zod";
import { jsonObject } from "../../model/json-values.ts";
import { cursorStatus } from "../../threads/cursors.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";
import { threadId } from "./input.ts";

/** A cursor in an operation's output. */
export const cursorSchema = () =>
  z.object({
    cursor_event_id: z.string(),
    seq: z.number(),
    timestamp_ms: z.number(),
    provider: z.string(),
    endpoint: z.string().nullable(),
    model: z.string().nullable(),
    cursor: jsonObject().nullable(),
    action: z.string(),
    reason: z.string().nullable(),
    run_session_id: z.string().nullable(),
  });

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
  output: () =>
    z.object({
      thread_id: z.string(),
      active: cursorSchema().nullable(),
      cursors: z.array(cursorSchema()),
    }),
  run: async ({ ledger }, { id }) => {
    const { cursors, active, thread_id } = await ledger.read((tx) => cursorStatus(tx, id));
    return { thread_id, active: active && openCursor(active), cursors: cursors.map(openCursor) };
  },
});

/** A cursor as an output may contain it. */
export function openCursor(cursor: Awaited<ReturnType<typeof cursorStatus>>["cursors"][number]) {
  return { ...cursor, cursor: cursor.cursor && { ...cursor.cursor } };
}
