import { restoreInput } from "../../keep/inputs.ts";
import { restoreKept, restoreSchema } from "../../keep/restore/restore-kept.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep restore",
  summary: "Put kept sessions back where their agents look for them",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: {
    mcp: "it is about all projects",
    http: "as for MCP",
    person: "it writes into the agents' own folders",
  },
  positionals: ["sessions"],
  examples: ["keep restore --all --dry-run"],
  input: restoreInput,
  output: restoreSchema,
  run: restoreKept,
  exitCode: ({ sessions }) => (sessions.some(({ state }) => state === "failed") ? 1 : 0),
});
