import * as z from "zod";
import { LEASE_MS } from "../../ledger/leases.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { beginRun } from "../../threads/runs.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread run begin",
  summary: "Start a run that answers a message",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.run.begin", sets: ["threads"] },
  positionals: ["id"],
  examples: ["thread run begin 0197 --message 01a1"],
  input: z.object({
    id: threadId,
    message: z.string().optional().describe("Id of the message to answer (default: the newest)"),
  }),
  output: () =>
    z.object({
      thread_id: z.string(),
      message_id: z.string(),
      run_session_id: z.string(),
      /** The run is ended as interrupted if nothing is reported for this long, in ms. */
      lease_ms: z.number(),
    }),
  run: async ({ ledger, actor }, { id, message }) => {
    const begun = { thread: id, message, actor };
    return { ...(await ledger.write((unit) => beginRun(unit, begun))), lease_ms: LEASE_MS };
  },
});
