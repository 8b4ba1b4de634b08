import { isObject, type JsonObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";
import type { SettingsRecords } from "../settings-records.ts";
import { kinds } from "./kinds.ts";
import { typeOf } from "./record-bodies.ts";

/** The keys of a session, in a document and in a row. */
const SESSION = [
  "id",
  "working_dir",
  "name",
  "description",
  "user_set_name",
  "session_type",
  "created_at",
  "updated_at",
  "extension_data",
  "message_count",
  "archived_at",
  "total_tokens",
  "input_tokens",
  "output_tokens",
  "accumulated_total_tokens",
  "accumulated_input_tokens",
  "accumulated_output_tokens",
  "accumulated_cost",
  "last_message_at",
];

const CONTENT =
  /^content\/(?:text|image|toolRequest|toolResponse|thinking|redactedThinking|systemNotification|frontendToolRequest)$/;

/**
 * Goose starts the extensions that a session names, programs among them, when it is resumed (1.34.0). It goes on in the
 * session's mode, and with the instructions of its recipe.
 */
export const settingsRecords: SettingsRecords = {
  kindOf,
  isKnown: (kind) => kinds.has(kind) || CONTENT.test(kind),
  rules: {
    session: {
      fields: {
        "/data/extension_data": {
          decides: "extension",
          becomes: (_draft, value) =>
            isObject(value) && Object.keys(value).length === 0 ? value : {},
        },
        "/data/goose_mode": "rights",
        "/data/recipe": "instructions",
        "/data/user_recipe_values": "instructions",
        "/data/schedule_id": "schedule",
        "/data/project_id": "folder",
        "/data/provider_name": "model",
        "/data/model_config": "model",
      },
      keys: { "/data": SESSION },
    },
    message: { ...messageRule() },
    summary: { ...messageRule() },
    note: { ...messageRule() },
    "content/toolConfirmationRequest": { decides: "rights" },
    "content/actionRequired": { decides: "rights" },
  },
};

function messageRule() {
  return {
    keys: {
      "": ["type", "id", "role", "created", "content", "metadata"],
      "/metadata": ["userVisible", "agentVisible"],
    },
    lists: { "/content": (data: JsonObject) => ({ type: "content", data }) },
  };
}

function kindOf(record: JsonObject): string {
  if (record.type !== "content") return typeOf(record);
  return `content/${isObject(record.data) ? asText(record.data.type) : "(none)"}`;
}
