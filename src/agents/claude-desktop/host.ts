import { join } from "node:path";
import { type AgentHost, type HostPlace, serverEntry } from "../host.ts";
import { settingsRoot } from "../settings-root.ts";

const folderOf = (place: HostPlace) => join(settingsRoot(place), "Claude");

/** The desktop app of Claude as a host: servers of its user, no hooks. */
export const claudeDesktopHost: AgentHost = {
  displayName: "Claude Desktop",
  servers: {
    // The app belongs to no project.
    file: (place) =>
      place.scope === "user" ? join(folderOf(place), "claude_desktop_config.json") : null,
    format: "json",
    key: "mcpServers",
    entry: serverEntry,
    folder: ({ project }) => project,
  },
  remembersHooks: true,
  settingsFolder: folderOf,
};
