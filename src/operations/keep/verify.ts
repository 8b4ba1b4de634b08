import { verifyInput } from "../../keep/inputs.ts";
import { checkedSchema, verifyKept } from "../../keep/verify-kept.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep verify",
  summary: "Check every kept byte, the chain of runs, and that every session can be read",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it is about all projects", http: "as for MCP" },
  positionals: [],
  examples: ["keep verify"],
  input: verifyInput,
  output: checkedSchema,
  run: verifyKept,
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
