import { showInput } from "../../keep/inputs.ts";
import { showKept, shownSchema } from "../../keep/show-kept.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep show",
  summary: "Show a kept session: its files, their earlier contents, where they go",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it is about all projects", http: "as for MCP" },
  positionals: ["session"],
  examples: ["keep show a0f480f4"],
  input: showInput,
  output: shownSchema,
  run: showKept,
});
