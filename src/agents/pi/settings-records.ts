import type { JsonObject } from "../../base/json/value.ts";
import type { SettingsRecords } from "../settings-records.ts";

const KNOWN: ReadonlySet<string> = new Set([
  "session",
  "message",
  "compaction",
  "branch_summary",
  "custom_message",
  "context_edit",
  "label",
  "session_info",
]);

/**
 * pi goes on with the provider and model that the session names last, if its user has configured them (0.73.1,
 * `buildSessionContext`); extensions restore what they kept in `custom` entries.
 */
export const settingsRecords: SettingsRecords = {
  kindOf: ({ type }) => (typeof type === "string" ? type : "(none)"),
  isKnown: (kind) => KNOWN.has(kind),
  rules: {
    session: {
      fields: {
        "/parentSession": "files",
        "/provider": "model",
        "/modelId": "model",
        "/thinkingLevel": "model",
      },
      keys: { "": ["type", "version", "id", "timestamp", "cwd"] },
    },
    model_change: { decides: "model", shows: ["/provider", "/modelId"] },
    thinking_level_change: { decides: "model", shows: ["/thinkingLevel"] },
    custom: { decides: "extension", shows: ["/customType"] },
    custom_message: { fields: { "/details": "extension" } },
  },
  replacement,
};

/** Entries follow each other by their ids: an empty entry of ours keeps the place. */
function replacement({ type, id, parentId, timestamp }: JsonObject): JsonObject | null {
  if (type === "session") return null;
  return { type: "custom", customType: "holdall", id, parentId, timestamp };
}
