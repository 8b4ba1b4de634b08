import * as z from "zod";
import { checkSchema } from "../../hosts/doctor/check.ts";
import { checkAgents } from "../../hosts/doctor/check-agents.ts";
import { checkConfiguration } from "../../hosts/doctor/check-configuration.ts";
import { checkHosts } from "../../hosts/doctor/check-hosts.ts";
import { checkWorkspace } from "../../hosts/doctor/check-workspace.ts";
import { storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "doctor",
  summary: "Check agents, servers, hooks, workspace and configuration, with advice",
  effect: "read",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it reads settings outside the project", http: "as for MCP" },
  positionals: [],
  examples: ["doctor", "doctor --json"],
  input: z.object(storeInput),
  output: () =>
    z.object({
      /** Whether there is no problem; a note is none. */
      ok: z.boolean(),
      checks: z.array(checkSchema()),
    }),
  async run(context, { store }) {
    const checks = [
      ...(await checkAgents(context)),
      ...(await checkHosts(context)),
      ...(await checkWorkspace(context, store)),
      ...checkConfiguration(context),
    ];
    return { ok: checks.every(({ status }) => status !== "problem"), checks };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
