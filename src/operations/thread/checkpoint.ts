import * as z from "zod";
import { createdCheckpointSchema } from "../../compaction/event-bodies.ts";
import { extractive } from "../../compaction/extractive/extractive.ts";
import { actorAliases } from "../../runtime/actor.ts";
import { readIncoming } from "../../runtime/incoming.ts";
import { integer } from "../../runtime/integer.ts";
import { createCheckpoint } from "../../threads/checkpoints.ts";
import { deriveCheckpointSummary } from "../../threads/derive-summary.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";
import { strideInput } from "./input.ts";

export default defineWorkspaceOperation({
  name: "thread checkpoint",
  summary: "Create a checkpoint: a summary that replaces everything up to a message",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.checkpoint", sets: ["threads"] },
  positionals: ["id"],
  aliases: {
    ...actorAliases,
    "summary-markdown": "summary",
    "summary-artifact-id": "artifact",
    "to-message-id": "to-message",
    "stride-messages": "stride",
  },
  examples: [
    "thread checkpoint 0197 --to-message 01a1",
    'thread checkpoint 0197 --to-message 01a1 --summary "We chose SQLite."',
  ],
  input: z.object({
    id: threadId,
    summary: z
      .string()
      .optional()
      .describe("Text of the summary; - reads standard input (default: a digest of the thread)"),
    artifact: z.string().optional().describe("Id of a stored summary"),
    "to-message": z.string().optional().describe("Id of the last message that the summary covers"),
    "to-seq": integer().optional().describe("Seq of the last message that the summary covers"),
    ...strideInput,
  }),
  output: () => z.object({ ...createdCheckpointSchema().shape, thread_id: z.string() }),
  run: async ({ context, ledger, actor }, { id, stride, ...input }) => {
    const { summary, artifact, "to-message": to_message_id, "to-seq": to_seq } = input;
    const markdown = summary === "-" ? await readIncoming(context) : summary;
    const target = {
      stride_messages: stride,
      ...(to_message_id === undefined ? {} : { to_message_id }),
      ...(to_seq === undefined ? {} : { to_seq }),
    };
    const hasSummary = summary !== undefined || artifact !== undefined;
    const derived = hasSummary
      ? null
      : await deriveCheckpointSummary(ledger, id, { target, summariser: extractive });
    return ledger.write((unit) =>
      createCheckpoint(unit, id, {
        // Messages may have arrived since: the summary is bound to the one that it covers last.
        target: derived === null ? target : { to_message_id: derived.to_message_id },
        summary_markdown: derived?.markdown ?? markdown,
        summary_artifact_id: artifact,
        actor,
      }),
    );
  },
});
