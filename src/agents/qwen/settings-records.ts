import type { RecordRule, SettingsRecords } from "../settings-records.ts";
import { kinds } from "./kinds.ts";
import { typeOf } from "./record-bodies.ts";

/** The keys of every record, and those of messages. */
const KEYS: RecordRule = {
  keys: {
    "": [
      "uuid",
      "parentUuid",
      "sessionId",
      "timestamp",
      "type",
      "subtype",
      "provenance",
      "cwd",
      "version",
      "gitBranch",
      "message",
      "model",
      "usageMetadata",
      "toolCallResult",
      "systemPayload",
      "agentId",
      "agentName",
      "isSidechain",
      "agentRunId",
      "agentRound",
      "contextWindowSize",
    ],
  },
};

/** What of a session of Qwen Code decides what happens when it is continued. */
export const settingsRecords: SettingsRecords = {
  kindOf: typeOf,
  isKnown: kinds.has,
  rules: {
    "*": KEYS,
    "system/session_model": { decides: "model" },
    "system/goal_state": { decides: "instructions" },
    "system/file_history_snapshot": { decides: "files" },
    "system/parent_session": { decides: "agent" },
    "user/cron": { decides: "schedule", ofStrangers: true },
  },
};
