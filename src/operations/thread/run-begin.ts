import * as z from "zod";
import { LEASE_MS } from "../../ledger/leases.ts";
import { actorAliases, actorInput, actorOf } from "../../runtime/actor.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { beginRun } from "../../threads/runs.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { threadId } from "./input.ts";

export default defineOperation({
  name: "thread run begin",
  summary: "Start a run that answers a message",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.run.begin", sets: ["threads"] },
  positionals: ["id"],
  aliases: actorAliases,
  examples: ["thread run begin 0197 --message 01a1"],
  input: z.object({
    id: threadId,
    message: z.string().optional().describe("Id of the message to answer (default: the newest)"),
    ...actorInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      thread_id: z.string(),
      message_id: z.string(),
      run_session_id: z.string(),
      /** The run is ended as interrupted if nothing is reported for this long, in ms. */
      lease_ms: z.number(),
    }),
  run: (context, { id, message, store, ...who }) =>
    inWorkspace(context, { store, effect: "write" }, async (ledger) => {
      const begun = { thread: id, message, actor: actorOf(who) };
      return { ...(await ledger.write((unit) => beginRun(unit, begun))), lease_ms: LEASE_MS };
    }),
});
