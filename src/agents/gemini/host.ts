import { join } from "node:path";
import type { AgentEnvironment } from "../agent.ts";
import { type AgentHost, type HostPlace, serverEntry } from "../host.ts";

/** The folder of its settings and sessions. */
export function geminiFolder({ home, env }: AgentEnvironment): string {
  return join(env.GEMINI_CLI_HOME || home, ".gemini");
}

function settingsOf(place: HostPlace): string {
  const isProject = place.scope === "project";
  return join(isProject ? join(place.project, ".gemini") : geminiFolder(place), "settings.json");
}

/** Gemini CLI as a host: servers and hooks are both in its settings. */
export const geminiHost: AgentHost = {
  displayName: "Gemini CLI",
  servers: { file: settingsOf, format: "json", key: "mcpServers", entry: serverEntry },
  hooks: {
    kind: "list",
    file: settingsOf,
    // It announces a compaction before every request, whether it compacts or not: a checkpoint at
    // each announcement would be noise.
    events: { "session-start": "SessionStart" },
    // Its hooks need a name and a matcher, and its time limits are in other units.
    element: (command) => ({
      matcher: "*",
      hooks: [{ name: "holdall", type: "command", command }],
    }),
  },
  remembersHooks: false,
};
