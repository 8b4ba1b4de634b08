import { agentOf } from "./agent-of.ts";

/**
 * Kilo Code is made from opencode, and keeps its sessions in the same tables and documents under its own name:
 * `$XDG_DATA_HOME or ~/.local/share/kilo/kilo.db`. Its agent is called `code` unless the user chose another. What it
 * adds to a prompt about the folder is not in the session.
 */
export default agentOf({
  id: "kilo",
  displayName: "Kilo Code",
  testedVersions: { oldest: "7.7.9", newest: "7.7.9" },
  variables: "KILO",
  configFiles: ["opencode.jsonc", "opencode.json", "kilo.jsonc", "kilo.json", "config.json"],
  defaultAgent: "code",
  quiet: { KILO_TELEMETRY_LEVEL: "off", KILO_DISABLE_SESSION_INGEST: "1", KILO_DISABLE_SHARE: "1" },
});
