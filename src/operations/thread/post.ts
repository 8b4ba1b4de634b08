import * as z from "zod";
import { messageRefItem } from "../../model/context-items.ts";
import { readIncoming } from "../../runtime/incoming.ts";
import { refsIn } from "../../threads/disk/named-refs.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { postMessage } from "../../threads/threads.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread post",
  summary: "Post a message to a thread and record the files it names in `backticks` or with @",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.post", sets: ["threads"] },
  positionals: ["id", "text"],
  aliases: { content: "text" },
  examples: ["thread post 0197 'Why does `parser.ts` fail?'", "thread post 0197 - < question.md"],
  input: z.object({
    id: threadId,
    text: z.string().describe("Text of the message; - reads standard input"),
  }),
  output: () =>
    z.object({
      thread_id: z.string(),
      message_id: z.string(),
      seq: z.number(),
      refs: z.array(messageRefItem).readonly(),
    }),
  run: async ({ context, ledger, actor }, { id, text }) => {
    const content = text === "-" ? await readIncoming(context) : text;
    const refs = await refsIn(content, ledger, context);
    const message = { content, actor, refs };
    const event = await ledger.write((unit) => postMessage(unit, id, message));
    const thread_id = event.stream.slice(event.stream.indexOf(":") + 1);
    return { thread_id, message_id: event.id, seq: event.seq, refs };
  },
});
