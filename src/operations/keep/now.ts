import { nowInput } from "../../keep/inputs.ts";
import { keptSchema } from "../../keep/keep-now.ts";
import { keepNamed } from "../../keep/keep-unattended.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep now",
  summary: "Copy what is new of every session of every agent into your backup",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it is about all projects", http: "as for MCP" },
  positionals: [],
  examples: ["keep now", "keep now --to kept"],
  input: nowInput,
  output: keptSchema,
  run: keepNamed,
  exitCode: ({ failed }) => (failed.length === 0 ? 0 : 1),
});
