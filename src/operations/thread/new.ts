import * as z from "zod";
import { actorAliases, actorInput, actorOf } from "../../runtime/actor.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { workspaceName } from "../../runtime/workspace-name.ts";
import { createThread } from "../../threads/threads.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "thread new",
  summary: "Create a thread",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.new", sets: ["threads"] },
  positionals: [],
  aliases: actorAliases,
  examples: ['thread new --title "Move the parser"'],
  input: z.object({
    title: z.string().max(1000).optional().describe("Title of the thread"),
    ...actorInput,
    ...storeInput,
  }),
  output: () => z.object({ thread_id: z.string(), title: z.string().nullable() }),
  run: (context, { title = null, store, ...who }) =>
    inWorkspace(context, { store, effect: "write" }, async (ledger) => {
      const thread = { workspace: workspaceName(ledger, context), title, actor: actorOf(who) };
      const thread_id = await ledger.write((unit) => createThread(unit, thread));
      return { thread_id, title };
    }),
});
