import * as z from "zod";
import { jsonValue } from "../../runtime/output-schemas.ts";
import { readCompactionStatus } from "../../threads/compaction-status.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";
import { cutSchema, strideInput, threadId } from "./input.ts";

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
  output: () =>
    z.object({
      thread_id: z.string(),
      stride_messages: z.number(),
      message_count: z.number(),
      latest_checkpoint: z
        .object({
          checkpoint_id: z.string(),
          thread_id: z.string(),
          seq: z.number(),
          to_seq: z.number(),
          to_ordinal: z.number(),
          to_message_id: z.string().nullable(),
          summary_kind: z.string(),
          summary_artifact_id: z.string(),
        })
        .nullable(),
      next_cut_point: cutSchema().nullable(),
      inflight_job_id: z.string().nullable(),
      last_schedule_decision: z.looseObject({ decision: jsonValue().optional() }).nullable(),
      last_job_outcome: z
        .looseObject({ status: jsonValue().optional(), error: jsonValue().optional() })
        .nullable(),
    }),
  run: ({ ledger }, { id, stride }) => ledger.read((tx) => readCompactionStatus(tx, id, stride)),
});
