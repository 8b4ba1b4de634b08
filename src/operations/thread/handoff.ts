import * as z from "zod";
import { extractive } from "../../compaction/extractive/extractive.ts";
import { readIncoming } from "../../runtime/incoming.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { handOffThread } from "../../threads/branch.ts";
import { deriveHandoffSummary } from "../../threads/derive-summary.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { childAliases, childInput, childOf } from "./input.ts";

export default defineOperation({
  name: "thread handoff",
  summary: "Create a thread that starts from a summary of another thread",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.handoff", sets: ["threads"] },
  positionals: ["id"],
  aliases: {
    ...childAliases,
    "summary-markdown": "summary",
    "summary-artifact-id": "artifact",
  },
  examples: [
    "thread handoff 0197",
    'thread handoff 0197 --summary "The parser is moved; tests are left."',
  ],
  input: z.object({
    id: threadId,
    summary: z
      .string()
      .optional()
      .describe("Summary to start from; - reads standard input (default: a digest of the thread)"),
    artifact: z.string().optional().describe("Id of a stored handoff bundle to start from"),
    ...childInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      thread_id: z.string(),
      from_thread_id: z.string(),
      from_seq: z.number(),
      from_message_id: z.string().nullable(),
      summary_artifact_id: z.string(),
    }),
  run: (context, { id, store, ...input }) =>
    inWorkspace(context, { store, effect: "write" }, async (ledger) => {
      const { summary, artifact } = input;
      const handoff = {
        summary_markdown: summary === "-" ? await readIncoming(context) : summary,
        summary_artifact_id: artifact,
      };
      const { cut: point, child } = childOf(input, ledger, context);
      const hasSummary = summary !== undefined || artifact !== undefined;
      const derived = hasSummary
        ? null
        : await deriveHandoffSummary(ledger, id, { point, summariser: extractive });
      const parent =
        derived === null
          ? { thread: id, cut: point, handoff }
          : {
              thread: id,
              cut: { seq: derived.seq },
              handoff: { summary_markdown: derived.markdown },
            };
      const born = await ledger.write((unit) => handOffThread(unit, parent, child));
      return {
        thread_id: born.child_id,
        from_thread_id: born.thread_id,
        from_seq: born.seq,
        from_message_id: born.message_id,
        summary_artifact_id: born.summary_artifact_id,
      };
    }),
});
