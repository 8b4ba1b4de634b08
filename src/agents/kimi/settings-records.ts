import { decidingRules, type KindsBySubject, type SettingsRecords } from "../settings-records.ts";
import { kinds } from "./kinds.ts";
import { typeOf } from "./record-bodies.ts";

/** Kinds that are not carried, by what they decide. */
const DECIDING: KindsBySubject = {
  rights: ["permission.set_mode", "permission.rules.add", "permission.record_approval_result"],
  folder: ["runtime.set_binding"],
  model: ["config.update"],
  agent: [
    "plan_mode.enter",
    "plan_mode.exit",
    "plan_mode.cancel",
    "swarm_mode.enter",
    "swarm_mode.exit",
    "tower_mode.enter",
    "tower_mode.exit",
  ],
  instructions: [
    "profile.bind",
    "plugin.session_start",
    "goal.create",
    "goal.update",
    "goal.clear",
    "goal.account_usage",
    "goal.continuation",
  ],
  tools: [
    "llm.tools_snapshot",
    "mcp.tools_discovered",
    "tools.register_user_tool",
    "tools.unregister_user_tool",
    "tools.set_active_tools",
    "tools.reset_active_tools",
  ],
  files: ["file_history.tracked", "file_history.checkpoint"],
  schedule: ["cron.add", "cron.cursor", "cron.delete"],
};

const SHOWN: Readonly<Record<string, readonly string[]>> = {
  "permission.set_mode": ["/mode"],
  "config.update": ["/modelAlias"],
};

/** A record of an earlier version, which the program passes over. */
const NOTHING = "staleGuard.cleared";

/** What of a session of Kimi Code decides what happens when it is continued. */
export const settingsRecords: SettingsRecords = {
  kindOf: typeOf,
  isKnown: kinds.has,
  rules: decidingRules(DECIDING, SHOWN),
  // Records refer to others by the number of their line.
  replacement: () => ({ type: NOTHING }),
};
