import * as z from "zod";
import { cutPoints, cutPointsSchema } from "../../compaction/cut-points.ts";
import { integer } from "../../runtime/integer.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { openMessageIndex } from "../../threads/message-index.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";
import { strideInput } from "./input.ts";

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
  output: cutPointsSchema,
  run: ({ ledger }, { id, stride, limit }) =>
    ledger.read(async (tx) => {
      const { index } = await openMessageIndex(tx, id);
      return cutPoints(index, { stride_messages: stride, limit });
    }),
});
