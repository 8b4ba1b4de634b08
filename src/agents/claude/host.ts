import { join } from "node:path";
import type { AgentEnvironment } from "../agent.ts";
import { type AgentHost, serverEntry, timedHookGroup } from "../host.ts";

/** The program's own folder. */
export function claudeFolder({ home, env }: AgentEnvironment): string {
  return env.CLAUDE_CONFIG_DIR || join(home, ".claude");
}

/** Claude Code as a host: servers in a file of their own, hooks in its settings. */
export const claudeHost: AgentHost = {
  displayName: "Claude Code",
  servers: {
    // Its list for a user is beside the settings folder, not in it, unless the variable is set.
    file: ({ scope, project, home, env }) =>
      scope === "project"
        ? join(project, ".mcp.json")
        : join(env.CLAUDE_CONFIG_DIR || home, ".claude.json"),
    format: "json",
    key: "mcpServers",
    entry: serverEntry,
  },
  hooks: {
    kind: "list",
    file: (place) =>
      place.scope === "project"
        ? join(place.project, ".claude", "settings.json")
        : join(claudeFolder(place), "settings.json"),
    events: {
      "session-start": "SessionStart",
      "pre-compact": "PreCompact",
      "session-end": "SessionEnd",
    },
    element: timedHookGroup,
  },
  remembersHooks: true,
  asksSummariser: true,
};
