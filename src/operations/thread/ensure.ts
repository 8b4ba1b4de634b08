import * as z from "zod";
import { workspaceName } from "../../runtime/workspace-name.ts";
import { ensureThread } from "../../threads/threads.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread ensure",
  summary: "Show the default thread of the workspace, and create it if there is none",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.ensure", sets: ["threads"] },
  positionals: [],
  examples: ["thread ensure"],
  input: z.object({}),
  output: () => z.object({ thread_id: z.string(), created: z.boolean() }),
  run: ({ context, ledger, actor }) =>
    ledger.write((unit) =>
      ensureThread(unit, { workspace: workspaceName(ledger, context), actor }),
    ),
});
