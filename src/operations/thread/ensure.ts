import * as z from "zod";
import { actorAliases, actorInput, actorOf } from "../../runtime/actor.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { workspaceName } from "../../runtime/workspace-name.ts";
import { ensureThread } from "../../threads/threads.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "thread ensure",
  summary: "Show the default thread of the workspace, and create it if there is none",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.ensure", sets: ["threads"] },
  positionals: [],
  aliases: actorAliases,
  examples: ["thread ensure"],
  input: z.object({ ...actorInput, ...storeInput }),
  output: () => z.object({ thread_id: z.string(), created: z.boolean() }),
  run: (context, { store, ...who }) =>
    inWorkspace(context, { store, effect: "write" }, (ledger) =>
      ledger.write((unit) =>
        ensureThread(unit, { workspace: workspaceName(ledger, context), actor: actorOf(who) }),
      ),
    ),
});
