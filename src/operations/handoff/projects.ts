import * as z from "zod";
import { integer } from "../../runtime/integer.ts";
import { listProjects, projectSchema } from "../../sessions/list-projects.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "projects",
  summary: "List your folders in which agents have worked, the newest first",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it lists other projects", http: "as for MCP" },
  positionals: [],
  examples: ["projects", "projects --limit 5 --json"],
  input: z.object({
    limit: integer(1).max(1_000).default(50).describe("Maximum number of projects"),
  }),
  output: () => z.object({ now: z.string(), projects: z.array(projectSchema()).readonly() }),
  run: async (context, { limit }) => ({
    now: context.now().toISOString(),
    projects: await listProjects(context, limit),
  }),
});
