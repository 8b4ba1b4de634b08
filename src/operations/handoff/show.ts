import { showConversation, showInput, shownSchema } from "../../sessions/show-conversation.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "show",
  summary: "Show the conversation of a session, a thread or a bundle",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it reads sessions of other projects", http: "as for MCP" },
  positionals: ["what"],
  examples: [
    "show claude",
    "show last --tools",
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
