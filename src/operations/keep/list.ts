import { keptListInput } from "../../keep/inputs.ts";
import { keptListSchema, listKept } from "../../keep/list-kept.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep list",
  summary: "List kept sessions of this folder (--all: everywhere), newest first",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it is about all projects", http: "as for MCP" },
  positionals: [],
  examples: ["keep list", "keep list --all --gone"],
  input: keptListInput,
  output: keptListSchema,
  run: listKept,
});
