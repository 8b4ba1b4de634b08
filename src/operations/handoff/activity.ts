import { activityInput, activitySchema, listActivity } from "../../sessions/list-activity.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "activity",
  summary: "Show what agents did day by day: sessions, messages, tokens and cost",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it reads sessions of other projects", http: "as for MCP" },
  positionals: [],
  examples: ["activity", "activity --all --since 7d", "activity --all --agent claude --json"],
  input: activityInput,
  output: activitySchema,
  run: listActivity,
});
