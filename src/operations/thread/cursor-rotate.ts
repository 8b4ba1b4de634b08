import * as z from "zod";
import { actorAliases, actorInput, actorOf } from "../../runtime/actor.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { rotateCursor } from "../../threads/cursors.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { cursorSchema, openCursor } from "./cursor-status.ts";
import { threadId } from "./input.ts";

export default defineOperation({
  name: "thread cursor rotate",
  summary: "Invalidate the newest matching cursor",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.cursor.rotate", sets: ["threads"] },
  positionals: ["id"],
  aliases: actorAliases,
  examples: ["thread cursor rotate 0197", "thread cursor rotate 0197 --provider openresponses"],
  input: z.object({
    id: threadId,
    provider: z.string().optional().describe("Match only cursors of this provider"),
    endpoint: z.string().optional().describe("Match only cursors of this endpoint"),
    model: z.string().optional().describe("Match only cursors of this model"),
    reason: z.string().optional().describe("Reason to record"),
    ...actorInput,
    ...storeInput,
  }),
  output: () =>
    z.object({ thread_id: z.string(), rotated: z.boolean(), cursor: cursorSchema().nullable() }),
  run: (context, { id, provider, endpoint, model, reason, store, ...who }) =>
    inWorkspace(context, { store, effect: "write" }, async (ledger) => {
      const what = { filter: { provider, endpoint, model }, reason, actor: actorOf(who) };
      const { thread_id, rotated } = await ledger.write((unit) => rotateCursor(unit, id, what));
      return { thread_id, rotated: rotated !== null, cursor: rotated && openCursor(rotated) };
    }),
});
