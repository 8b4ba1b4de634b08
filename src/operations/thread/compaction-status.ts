import * as z from "zod";
import { readCompactionStatus } from "../../threads/compaction-status.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { inWorkspace, storeInput } from "../operation/workspace.ts";
import { cutSchema, strideInput, threadId } from "./input.ts";

export default defineOperation({
  name: "thread compaction-status",
  summary: "Say how far a thread is summarised and what is due",
  effect: "read",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.compaction_status", sets: ["threads"] },
  positionals: ["id"],
  aliases: { "stride-messages": "stride" },
  examples: ["thread compaction-status 0197 --stride 50"],
  input: z.object({ id: threadId, ...strideInput, ...storeInput }),
  output: () =>
    z.object({
      thread_id: z.string(),
      stride_messages: z.number(),
      message_count: z.number(),
      latest_checkpoint: z.looseObject({ checkpoint_id: z.string() }).nullable(),
      next_cut_point: cutSchema().nullable(),
      inflight_job_id: z.string().nullable(),
      last_schedule_decision: z.looseObject({}).nullable(),
      last_job_outcome: z.looseObject({}).nullable(),
    }),
  run: (context, { id, stride, store }) =>
    inWorkspace(context, { store, effect: "read" }, async (ledger) => {
      const status = await ledger.read((tx) => readCompactionStatus(tx, id, stride));
      const { latest_checkpoint: latest, last_schedule_decision, last_job_outcome } = status;
      return {
        ...status,
        latest_checkpoint: latest && { ...latest },
        last_schedule_decision: last_schedule_decision && { ...last_schedule_decision },
        last_job_outcome: last_job_outcome && { ...last_job_outcome },
      };
    }),
});
