import * as z from "zod";
import { integer } from "../../runtime/integer.ts";
import { followThread, frameSchema } from "../../threads/disk/follow-thread.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread follow",
  summary: "Print the events of a thread as they arrive",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: { mcp: "it does not end", http: "event streams have a route of their own" },
  positionals: ["id"],
  examples: ["thread follow 0197 --json", "thread follow 0197 --from-seq 42 --once"],
  input: z.object({
    id: threadId,
    "from-seq": integer().default(0).describe("Seq of the first event to print"),
    "max-events": integer(1).optional().describe("Stop after this many events"),
    once: z
      .boolean()
      .default(false)
      .describe("Stop at the last recorded event instead of waiting for more"),
  }),
  output: () => z.object({ events: z.number(), next_seq: z.number() }),
  piece: frameSchema,
  run: ({ context, ledger }, input) => followThread(ledger, context, input),
  streams: true,
});
