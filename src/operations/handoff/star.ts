import * as z from "zod";
import { conversationInput } from "../../sessions/find-conversation.ts";
import { starSchema, starSession } from "../../sessions/stars/star-session.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "star",
  summary: "Mark a session with a star, to find it with sessions --starred, or remove the mark",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "stars are what a person marks", http: "as for MCP" },
  positionals: ["what"],
  examples: ["star last", "star claude --remove", "sessions --starred --all"],
  input: z.object({
    what: conversationInput.what,
    session: conversationInput.session,
    remove: z.boolean().default(false).describe("Remove the mark"),
  }),
  output: starSchema,
  run: starSession,
});
