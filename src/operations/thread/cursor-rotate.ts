import * as z from "zod";
import { cursorSchema, rotateCursor } from "../../threads/cursors.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread cursor rotate",
  summary: "Invalidate the newest matching cursor",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.cursor.rotate", sets: ["threads"] },
  positionals: ["id"],
  examples: ["thread cursor rotate 0197", "thread cursor rotate 0197 --provider openresponses"],
  input: z.object({
    id: threadId,
    provider: z.string().optional().describe("Match only cursors of this provider"),
    endpoint: z.string().optional().describe("Match only cursors of this endpoint"),
    model: z.string().optional().describe("Match only cursors of this model"),
    reason: z.string().optional().describe("Reason to record"),
  }),
  output: () =>
    z.object({ thread_id: z.string(), rotated: z.boolean(), cursor: cursorSchema().nullable() }),
  run: async ({ ledger, actor }, { id, provider, endpoint, model, reason }) => {
    const what = { filter: { provider, endpoint, model }, reason, actor };
    const { thread_id, rotated } = await ledger.write((unit) => rotateCursor(unit, id, what));
    return { thread_id, rotated: rotated !== null, cursor: rotated };
  },
});
