import * as z from "zod";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { branchThread } from "../../threads/branch.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { childAliases, childInput, childOf } from "./input.ts";

export default defineOperation({
  name: "thread branch",
  summary: "Create a thread that inherits another one up to a message or event",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.branch", sets: ["threads"] },
  positionals: ["id"],
  aliases: childAliases,
  examples: ["thread branch 0197 --from-message 01a1", 'thread branch 0197 --title "Another try"'],
  input: z.object({ id: threadId, ...childInput, ...storeInput }),
  output: () =>
    z.object({
      thread_id: z.string(),
      parent_thread_id: z.string(),
      parent_seq: z.number(),
      parent_message_id: z.string().nullable(),
    }),
  run: (context, { id, store, ...input }) =>
    inWorkspace(context, { store, effect: "write" }, async (ledger) => {
      const { cut, child } = childOf(input, ledger, context);
      const born = await ledger.write((unit) => branchThread(unit, { thread: id, cut }, child));
      return {
        thread_id: born.child_id,
        parent_thread_id: born.thread_id,
        parent_seq: born.seq,
        parent_message_id: born.message_id,
      };
    }),
});
