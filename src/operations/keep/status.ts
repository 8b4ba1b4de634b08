import * as z from "zod";
import { automationSchema, describeAutomation } from "../../hosts/schedulers/automation.ts";
import { fromInput } from "../../keep/inputs.ts";
import { keepStatus, keepStatusSchema } from "../../keep/status-kept.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep status",
  summary: "Show what is kept by agent and folder, its size, and when it was last done",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it is about all projects", http: "as for MCP" },
  positionals: [],
  examples: ["keep status"],
  input: fromInput,
  output: () => z.object({ ...keepStatusSchema().shape, automation: automationSchema() }),
  run: async (context, input) => {
    return { ...(await keepStatus(context, input)), automation: await describeAutomation(context) };
  },
});
