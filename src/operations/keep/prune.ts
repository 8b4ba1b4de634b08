import { removedSchema } from "../../keep/forget-kept.ts";
import { pruneInput } from "../../keep/inputs.ts";
import { pruneKept } from "../../keep/prune-kept.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep prune",
  summary: "Make the backup smaller; never by what exists nowhere else",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: { mcp: "it is about all projects", http: "as for MCP", person: "it deletes data" },
  positionals: [],
  examples: ["keep prune --dry-run"],
  input: pruneInput,
  output: removedSchema,
  run: pruneKept,
});
