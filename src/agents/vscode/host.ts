import { join } from "node:path";
import { type AgentHost, type HostPlace, serverEntry, timedHook } from "../host.ts";
import { settingsRoot } from "../settings-root.ts";

const userFolder = (place: HostPlace) => join(settingsRoot(place), "Code", "User");

/** Visual Studio Code as a host of its chat: servers in `mcp.json`, hooks in a file of their own. */
export const vscodeHost: AgentHost = {
  displayName: "VS Code",
  servers: {
    file: (place) =>
      place.scope === "project"
        ? join(place.project, ".vscode", "mcp.json")
        : join(userFolder(place), "mcp.json"),
    format: "json",
    key: "servers",
    entry: (server) => ({ type: "stdio", ...serverEntry(server) }),
  },
  hooks: {
    kind: "list",
    // It reads every file of these folders, and those of Copilot CLI with it.
    file: ({ scope, project, home }) =>
      scope === "project"
        ? join(project, ".github", "hooks", "holdall.json")
        : join(home, ".copilot", "hooks", "holdall.json"),
    events: { "session-start": "SessionStart", "pre-compact": "PreCompact" },
    element: timedHook,
  },
  remembersHooks: true,
  settingsFolder: userFolder,
};
