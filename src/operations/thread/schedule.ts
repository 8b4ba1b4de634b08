import * as z from "zod";
import { chooseSummariser, summariserInput } from "../../models/summariser-for.ts";
import { actorOf } from "../../runtime/actor.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { scheduleCompaction, scheduleResultSchema } from "../../threads/schedule.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { compactionAliases, compactionInput } from "./input.ts";

export default defineOperation({
  name: "thread schedule",
  summary: "Decide whether summaries are due, record the decision, and write them",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.schedule", sets: ["threads"] },
  positionals: ["id"],
  aliases: compactionAliases,
  examples: ["thread schedule 0197 --over-tokens 50000", "thread schedule 0197 --no-execute"],
  input: z.object({
    id: threadId,
    ...compactionInput,
    "allow-inflight": z
      .boolean()
      .default(false)
      .describe("Continue even if another job is running"),
    "no-execute": z.boolean().default(false).describe("Record the job without running it"),
    ...summariserInput,
    ...storeInput,
  }),
  output: scheduleResultSchema,
  run: (context, { id, stride, max, store, ...input }) =>
    inWorkspace(context, { store, effect: "write" }, async (ledger) =>
      scheduleCompaction(ledger, {
        thread: id,
        stride_messages: stride,
        max_new_checkpoints: max,
        over_tokens: input["over-tokens"],
        dry_run: input["dry-run"],
        block_on_inflight: !input["allow-inflight"],
        execute: !input["no-execute"],
        actor: actorOf(input),
        summariser: await chooseSummariser(context, input),
      }),
    ),
  exitCode: ({ decision }) => (decision === "failed" ? 1 : 0),
});
