import { syncedSchema, syncInput, syncKept } from "../../keep/sync/sync-kept.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep sync",
  summary: "Unite your backup with that of another machine: a folder that both see, or by ssh",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it is about all projects", http: "as for MCP" },
  positionals: ["with"],
  examples: ["keep sync shared"],
  input: syncInput,
  output: syncedSchema,
  run: syncKept,
  exitCode: ({ differing }) => (differing.length === 0 ? 0 : 1),
});
