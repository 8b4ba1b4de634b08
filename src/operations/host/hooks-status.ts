import * as z from "zod";
import type { Scope } from "../../agents/host.ts";
import { hostIds } from "../../agents/registry.ts";
import { readHookFaults } from "../../hosts/hook-log.ts";
import { hooksIn } from "../../hosts/hooks-status.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { hostFlags, hostSchema, namedHosts, scopeSchema } from "./host-input.ts";

const MAX_FAULTS = 5;

export default defineOperation({
  name: "hooks status",
  summary: "Show which hooks are installed, whether they run, and their last errors",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "hooks are for the user to manage", http: "as for MCP" },
  positionals: [],
  examples: ["hooks status", "hooks status --codex --json"],
  input: z.object({
    ...hostFlags,
    scope: scopeSchema().optional().describe("Only this scope (default: both)"),
  }),
  output: () =>
    z.object({
      hooks: z.array(
        z.object({
          host: hostSchema(),
          scope: scopeSchema(),
          file: z.string(),
          event: z.string(),
          command: z.string(),
          /** Whether the host will run it: Codex only what its user has reviewed. */
          runs: z.boolean(),
          cure: z.string().nullable(),
        }),
      ),
      /** The last lines of the log of hooks in this workspace. */
      faults: z.array(z.string()),
    }),
  async run(context, { scope, ...named }) {
    const chosen = namedHosts(named);
    const asked = chosen.length === 0 ? hostIds : chosen;
    const scopes: readonly Scope[] = scope === undefined ? ["project", "user"] : [scope];
    const hooks = asked.flatMap((host) => scopes.flatMap((each) => hooksIn(context, host, each)));
    return { hooks, faults: readHookFaults(context, MAX_FAULTS) };
  },
  exitCode: ({ hooks }) => (hooks.every(({ runs }) => runs) ? 0 : 1),
});
