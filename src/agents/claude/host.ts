import { join } from "node:path";
import type { AgentEnvironment } from "../agent.ts";
import { type AgentHost, timedHookGroup } from "../host.ts";

/** The program's own folder. */
export function claudeFolder({ home, env }: AgentEnvironment): string {
  return env.CLAUDE_CONFIG_DIR || join(home, ".claude");
}

/** Claude Code as a host: servers in a file of their own, hooks in its settings. */
export const claudeHost: AgentHost = {
  displayName: "Claude Code",
  // Its list of servers for a user is beside the settings folder, not in it, unless the variable is set.
  serverFile: ({ scope, project, home, env }) =>
    scope === "project"
      ? join(project, ".mcp.json")
      : join(env.CLAUDE_CONFIG_DIR || home, ".claude.json"),
  serverFormat: "json",
  hookFile: (place) =>
    place.scope === "project"
      ? join(place.project, ".claude", "settings.json")
      : join(claudeFolder(place), "settings.json"),
  hookEvents: ["SessionStart", "PreCompact"],
  hookGroup: timedHookGroup,
  remembersHooks: true,
};
