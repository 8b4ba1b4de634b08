import * as z from "zod";
import {
  compactionStatusSchema,
  readCompactionStatus,
} from "../../threads/compaction/compaction-status.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";
import { strideInput } from "./input.ts";

export default defineWorkspaceOperation({
  name: "thread compaction-status",
  summary: "Show how far a thread is summarised and what is due",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.compaction_status", sets: ["threads"] },
  positionals: ["id"],
  aliases: { "stride-messages": "stride" },
  examples: ["thread compaction-status 0197 --stride 50"],
  input: z.object({ id: threadId, ...strideInput }),
  output: compactionStatusSchema,
  run: ({ ledger }, { id, stride }) => ledger.read((tx) => readCompactionStatus(tx, id, stride)),
});
