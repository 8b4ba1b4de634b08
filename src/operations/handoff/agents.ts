import * as z from "zod";
import { listAgents, listedAgentSchema } from "../../hosts/list-agents.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "agents",
  summary: "List the agents that are known, and which of them are installed",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it looks at the programs of this machine", http: "as for MCP" },
  positionals: [],
  examples: ["agents", "agents --json"],
  input: z.object({}),
  output: () => z.object({ agents: z.array(listedAgentSchema()).readonly() }),
  run: async (context) => ({ agents: await listAgents(context) }),
});
