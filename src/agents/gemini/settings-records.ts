import type { FieldRule, RecordRule, SettingsRecords } from "../settings-records.ts";
import { typeOf } from "./index-log.ts";
import { kinds } from "./kinds.ts";

/** The folder in which the receiver works, and no other. */
const OWN_FOLDER: FieldRule = {
  decides: "folder",
  becomes: ({ cwd }, value) =>
    Array.isArray(value) && value.length === 1 && value[0] === cwd ? value : [cwd],
};

const META = [
  "sessionId",
  "projectHash",
  "startTime",
  "lastUpdated",
  "summary",
  "kind",
  "messages",
  "directories",
];

const MESSAGE: RecordRule = {
  keys: {
    "": [
      "id",
      "timestamp",
      "type",
      "content",
      "displayContent",
      "toolCalls",
      "thoughts",
      "tokens",
      "model",
    ],
  },
};

/**
 * Gemini CLI adds every folder that a session names to its workspace (0.61.0, `addDirectories` on resume), where its
 * tools may read and write.
 */
export const settingsRecords: SettingsRecords = {
  kindOf: typeOf,
  isKnown: kinds.has,
  rules: {
    "*": {
      fields: {
        "/directories": OWN_FOLDER,
        "/$set/directories": OWN_FOLDER,
        "/memoryScratchpad": "instructions",
        "/$set/memoryScratchpad": "instructions",
      },
    },
    header: { keys: { "": META } },
    $set: { keys: { "": ["$set"], "/$set": META } },
    $rewindTo: { keys: { "": ["$rewindTo"] } },
    user: MESSAGE,
    gemini: MESSAGE,
    info: MESSAGE,
    warning: MESSAGE,
    error: MESSAGE,
  },
};
