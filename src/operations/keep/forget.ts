import { forgetKept, removedSchema } from "../../keep/forget-kept.ts";
import { forgetInput } from "../../keep/inputs.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep forget",
  summary: "Remove kept sessions for good; they are not kept again",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: {
    mcp: "it is about all projects",
    http: "as for MCP",
    person: "it deletes what may exist nowhere else",
  },
  positionals: ["sessions"],
  examples: ["keep forget a0f480f4"],
  input: forgetInput,
  output: removedSchema,
  run: forgetKept,
});
