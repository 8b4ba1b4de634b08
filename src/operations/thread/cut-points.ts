import * as z from "zod";
import { cutPoints } from "../../compaction/cut-points.ts";
import { integer } from "../../runtime/integer.ts";
import { cutSchema } from "../../threads/cut-result.ts";
import { openMessageIndex } from "../../threads/message-index.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";
import { strideInput, threadId } from "./input.ts";

export default defineWorkspaceOperation({
  name: "thread cut-points",
  summary: "List the messages at which a thread can be summarised, newest first",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.cut_points", sets: ["threads"] },
  positionals: ["id"],
  aliases: { "stride-messages": "stride" },
  examples: ["thread cut-points 0197 --stride 100 --limit 5"],
  input: z.object({
    id: threadId,
    ...strideInput,
    limit: integer().default(1).describe("Number of messages to list (at most 32)"),
  }),
  output: () =>
    z.object({
      thread_id: z.string(),
      stride_messages: z.number(),
      message_count: z.number(),
      cut_rule_id: z.string(),
      limit: z.number(),
      cut_points: z.array(
        cutSchema().extend({
          already_checkpointed: z.boolean(),
          latest_checkpoint_id: z.string().nullable(),
        }),
      ),
    }),
  run: ({ ledger }, { id, stride, limit }) =>
    ledger.read(async (tx) => {
      const { index } = await openMessageIndex(tx, id);
      const { cut_points, ...rest } = await cutPoints(index, {
        stride_messages: stride,
        limit,
      });
      return { ...rest, cut_points: [...cut_points] };
    }),
});
