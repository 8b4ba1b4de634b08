import * as z from "zod";
import { messageRefItem, turnStepItem } from "../../model/context-items.ts";
import { showThread } from "../../threads/show.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { integer } from "../operation/integer.ts";
import { inWorkspace, storeInput } from "../operation/workspace.ts";
import { threadId } from "./input.ts";
import { threadSchema } from "./list.ts";

export default defineOperation({
  name: "thread show",
  summary: "Show a thread and its newest turns",
  effect: "read",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.show", sets: ["threads"] },
  positionals: ["id"],
  examples: ["thread show 0197", "thread show 0197 --limit 50 --json"],
  input: z.object({
    id: threadId,
    limit: integer()
      .max(10_000)
      .default(10)
      .describe("Number of turns to show, counted from the end"),
    ...storeInput,
  }),
  output: () =>
    threadSchema().extend({
      workspace: z.string(),
      head_seq: z.number(),
      inherited: z.number(),
      turns: z
        .array(
          z.object({
            user: z.object({
              thread_id: z.string(),
              seq: z.number(),
              event_id: z.string(),
              ordinal: z.number(),
              content: z.string(),
              actor_id: z.string(),
              origin: z.string(),
              refs: z.array(messageRefItem).readonly(),
            }),
            steps: z.array(turnStepItem).readonly(),
            reply: z
              .object({
                run_session_id: z.string(),
                text: z.string().nullable(),
                reason: z.string(),
              })
              .nullable(),
          }),
        )
        .readonly(),
    }),
  run: (context, { id, limit, store }) =>
    inWorkspace(context, { store, effect: "read" }, (ledger) =>
      ledger.read((tx) => showThread(tx, id, { limit })),
    ),
});
