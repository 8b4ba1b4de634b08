import * as z from "zod";
import { defaultLimits } from "../../compile/strategies/strategy.ts";
import { chooseSummariser, summariserInput } from "../../models/summariser-for.ts";
import { actorOf } from "../../runtime/actor.ts";
import { integer } from "../../runtime/integer.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { compactedSchema, compactThread } from "../../threads/compaction/compact.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { compactionAliases, compactionInput, strideInput } from "./input.ts";

/** A thread is too large when a compile with the default budget would have to leave turns out. */
const TOO_LARGE = defaultLimits.max_input_tokens;

export default defineOperation({
  name: "thread compact",
  summary: "Write the summaries that are due, each based on the one before",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.compact", sets: ["threads"] },
  positionals: ["id"],
  aliases: compactionAliases,
  examples: [
    "thread compact 0197 --over-tokens 50000",
    "thread compact 0197 --stride 50 --dry-run",
  ],
  input: z.object({
    id: threadId,
    ...compactionInput,
    stride: strideInput.stride
      .removeDefault()
      .optional()
      .describe("Compact by messages: number of messages between two checkpoints"),
    "over-tokens": integer(1)
      .optional()
      .describe(
        "Compact when more than this many tokens are not summarised (default: what a compile takes)",
      ),
    ...summariserInput,
    ...storeInput,
  }),
  output: compactedSchema,
  run: (context, { id, stride, max, store, ...input }) =>
    inWorkspace(context, { store, effect: "write" }, async (ledger) =>
      compactThread(ledger, {
        thread: id,
        stride_messages: stride,
        max_new_checkpoints: max,
        over_tokens: input["over-tokens"] ?? (stride === undefined ? TOO_LARGE : undefined),
        dry_run: input["dry-run"],
        actor: actorOf(input),
        summariser: await chooseSummariser(context, input),
      }),
    ),
  exitCode: ({ status }) => (status === "failed" ? 1 : 0),
});
