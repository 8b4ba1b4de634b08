import { conversationText } from "../../sessions/conversation-text.ts";
import { showConversation, showInput, shownSchema } from "../../sessions/show-conversation.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "show",
  summary: "Show the conversation of a session, a thread or a bundle",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "person"],
  withheld: { http: "it reads sessions of other projects" },
  tool: {
    name: "sessions.show",
    title: "Read a session",
    sets: ["core", "sessions"],
    summary: "Read a past session in parts; use it after sessions.search.",
    only: ["what", "find", "from", "budget"],
    parameterNames: { id: "what", cursor: "from" },
    text: conversationText,
  },
  positionals: ["what"],
  examples: [
    "show claude",
    "show last --tools",
    "show claude --find 'cache timeout'",
    "show claude --dropped",
    "show session.jsonl --from 1 --limit 20",
  ],
  input: showInput,
  output: shownSchema,
  async run(context, parsed) {
    const { tools, diff, markdown, all: full } = parsed;
    const shown = await showConversation(context, parsed);
    return { ...shown, view: { tools, diff, full, markdown } };
  },
});
