import type { SettingsRecords } from "../settings-records.ts";
import { kinds } from "./kinds.ts";
import { typeOf } from "./session-log.ts";

/** What of a session of Grok Build decides what happens when it is continued. */
export const settingsRecords: SettingsRecords = {
  kindOf: typeOf,
  isKnown: kinds.has,
  rules: {
    system: { decides: "instructions" },
    // The program does not write it again; another machine has another folder and other rules.
    "user/user_info": { decides: "instructions" },
    "user/system_reminder": { decides: "instructions", ofStrangers: true },
    user: { keys: { "": ["type", "content", "prompt_index", "synthetic_reason", "role"] } },
    assistant: {
      fields: { "/model_id": "model" },
      keys: {
        "": ["type", "content", "tool_calls", "role", "reasoning", "reasoning_content"],
      },
    },
    reasoning: { keys: { "": ["type", "id", "summary", "content", "encrypted_content"] } },
    tool_result: { keys: { "": ["type", "tool_call_id", "content", "images", "role"] } },
    backend_tool_call: { keys: { "": ["type", "kind"] } },
    "update/compaction_checkpoint": { fields: { "/params/update/checkpoint_file": "files" } },
  },
};
