import { restoreInput } from "../../keep/inputs.ts";
import { restoreKept, restoreSchema } from "../../keep/restore/restore-kept.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep restore",
  summary: "Put kept sessions back where their agents look for them",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it writes into the agents' own folders", http: "as for MCP" },
  positionals: ["sessions"],
  examples: ["keep restore --all --dry-run"],
  input: restoreInput,
  output: restoreSchema,
  basis: (context, input) => restoreKept(context, { ...input, "dry-run": true }),
  run: restoreKept,
  exitCode: ({ sessions }) => (sessions.some(({ state }) => state === "failed") ? 1 : 0),
});
