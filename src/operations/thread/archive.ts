import * as z from "zod";
import { actorAliases, actorInput, actorOf } from "../../runtime/actor.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { archiveThread } from "../../threads/threads.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { threadId } from "./input.ts";

export default defineOperation({
  name: "thread archive",
  summary: "Archive a thread: lists no longer show it, and nothing is deleted",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.archive", sets: ["threads"] },
  positionals: ["id"],
  aliases: actorAliases,
  examples: ["thread archive 0197", "thread archive 0197 --undo"],
  input: z.object({
    id: threadId,
    undo: z.boolean().default(false).describe("Restore an archived thread"),
    ...actorInput,
    ...storeInput,
  }),
  output: () => z.object({ thread_id: z.string(), archived: z.boolean(), changed: z.boolean() }),
  run: (context, { id, undo, store, ...who }) =>
    inWorkspace(context, { store, effect: "write" }, async (ledger) => {
      const what = { archived: !undo, actor: actorOf(who) };
      return { archived: !undo, ...(await ledger.write((unit) => archiveThread(unit, id, what))) };
    }),
});
