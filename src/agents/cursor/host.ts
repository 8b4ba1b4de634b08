import { join } from "node:path";
import { type AgentHost, HOOK_TIMEOUT_S, type HostPlace, serverEntry } from "../host.ts";

function folderOf({ scope, project, home }: HostPlace): string {
  return join(scope === "project" ? project : home, ".cursor");
}

/** Cursor as a host: servers and hooks have a JSON file each, in the project or for a user. */
export const cursorHost: AgentHost = {
  displayName: "Cursor",
  servers: {
    file: (place) => join(folderOf(place), "mcp.json"),
    format: "json",
    key: "mcpServers",
    entry: serverEntry,
    // It replaces the variable by the folder of the project, and starts servers wherever it runs itself.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable is Cursor's.
    folder: ({ scope }) => (scope === "project" ? "${workspaceFolder}" : null),
  },
  hooks: {
    kind: "list",
    file: (place) => join(folderOf(place), "hooks.json"),
    events: { "session-start": "sessionStart", "pre-compact": "preCompact" },
    element: (command) => ({ command, timeout: HOOK_TIMEOUT_S }),
    required: { version: 1 },
  },
  remembersHooks: true,
  hookOutput: (text) => ({ additional_context: text }),
  settingsFolder: ({ home }) => join(home, ".cursor"),
};
