import * as z from "zod";
import { estimateSchema, estimateSession } from "../../sessions/estimate-session.ts";
import { conversationInput } from "../../sessions/find-conversation.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "estimate",
  summary: "Estimate how much a session contains, without reading all of it",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it reads sessions of other projects", http: "as for MCP" },
  positionals: ["what"],
  examples: ["estimate last", "estimate claude --json"],
  input: z.object({ what: conversationInput.what, session: conversationInput.session }),
  output: estimateSchema,
  run: estimateSession,
});
