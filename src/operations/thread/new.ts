import * as z from "zod";
import { workspaceName } from "../../runtime/workspace-name.ts";
import { createThread } from "../../threads/threads.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread new",
  summary: "Create a thread",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.new", sets: ["threads"] },
  positionals: [],
  examples: ['thread new --title "Move the parser"'],
  input: z.object({
    title: z.string().max(1000).optional().describe("Title of the thread"),
  }),
  output: () => z.object({ thread_id: z.string(), title: z.string().nullable() }),
  run: async ({ context, ledger, actor }, { title = null }) => {
    const thread = { workspace: workspaceName(ledger, context), title, actor };
    const thread_id = await ledger.write((unit) => createThread(unit, thread));
    return { thread_id, title };
  },
});
