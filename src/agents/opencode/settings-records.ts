import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { SessionDraft } from "../agent.ts";
import type { SettingsRecords } from "../settings-records.ts";
import { kinds } from "./kinds.ts";

/** The keys of an exported session, then those of a row that are spelled otherwise. */
const SESSION = [
  "id",
  "slug",
  "projectID",
  "directory",
  "path",
  "parentID",
  "title",
  "version",
  "time",
  "summary",
  "cost",
  "tokens",
  "revert",
  "project_id",
  "parent_id",
  "time_created",
  "time_updated",
  "summary_additions",
  "summary_deletions",
  "summary_files",
  "summary_diffs",
];
const USER = ["id", "sessionID", "role", "time", "agent", "model", "summary"];
const ANSWER = [
  "id",
  "sessionID",
  "role",
  "time",
  "parentID",
  "modelID",
  "providerID",
  "mode",
  "agent",
  "path",
  "cost",
  "tokens",
  "finish",
  "error",
  "summary",
  "structured",
];

/**
 * opencode puts the permissions of a session before those of its user's configuration (1.18.18), goes on with the agent
 * and the model of the last message, and starts a sub-agent for a `subtask` that nobody answered.
 */
export const settingsRecords: SettingsRecords = {
  kindOf,
  isKnown: (kind) => kinds.has(kind.split("/", 2).join("/")),
  rules: {
    session: {
      fields: {
        "/data/permission": "rights",
        "/data/agent": "agent",
        "/data/model": "model",
        "/data/share": "server",
        "/data/workspaceID": "folder",
        "/data/metadata": "extension",
        "/data/revert/snapshot": "files",
        "/data/revert/diff": "files",
        // Part of the name of a file in which opencode keeps a plan.
        "/data/slug": { decides: "files", becomes: plainSlug },
      },
      keys: { "/data": SESSION },
    },
    "message/user": {
      fields: {
        "/data/agent": { decides: "agent", becomes: ({ settings }) => settings.agent ?? "build" },
        "/data/model": { decides: "model", becomes: ownModel },
        "/data/variant": "model",
        "/data/system": "instructions",
        "/data/tools": "tools",
        "/data/format": "instructions",
      },
      keys: { "/data": USER },
    },
    "message/assistant": {
      fields: { "/data/system": "instructions", "/data/variant": "model" },
      keys: { "/data": ANSWER },
    },
    "part/subtask": { decides: "agent", shows: ["/data/agent"] },
    // The program puts back, or removes, the files that these name when its user takes a message back.
    "part/patch": { decides: "files" },
    "part/snapshot": { decides: "files" },
    "part/step-start": { fields: { "/data/snapshot": "files" } },
    "part/step-finish": { fields: { "/data/snapshot": "files" } },
    "part/file/remote": { decides: "server", shows: ["/data/url"] },
    "part/file/local": { decides: "files", shows: ["/data/url"] },
    "part/tool": {
      lists: { "/data/state/attachments": (data) => ({ type: "part", data }) },
    },
  },
  replacement,
};

function kindOf({ type, data }: JsonObject): string {
  const fields = isObject(data) ? data : {};
  if (type === "message") {
    const isKnown = fields.role === "user" || fields.role === "assistant";
    return `message/${isKnown ? fields.role : "(none)"}`;
  }
  if (type !== "part") return typeof type === "string" ? type : "(none)";
  return fields.type === "file" ? `part/file/${fileKind(fields)}` : `part/${fields.type}`;
}

/** Where the content of a file is: in the part, or at an address that the program would read. */
function fileKind({ url, mime }: JsonObject): "data" | "local" | "remote" {
  const address = typeof url === "string" ? url : "";
  // The content of a text was added beside it; the program does not read it again.
  const isText = mime === "text/plain" || mime === "application/x-directory";
  if (/^data:/i.test(address) || (isText && /^file:/i.test(address))) return "data";
  return /^(?:file:|[^:]*$)/i.test(address) ? "local" : "remote";
}

function plainSlug({ session_id }: SessionDraft, slug: Json): Json {
  return typeof slug === "string" && /^[\w-]{1,100}$/.test(slug) ? slug : session_id;
}

function ownModel({ settings }: SessionDraft, model: Json): Json {
  const { provider = "unknown", model: name = "unknown" } = settings;
  const isSame = isObject(model) && model.providerID === provider && model.modelID === name;
  return isSame && model.variant === undefined ? model : { providerID: provider, modelID: name };
}

/** Work for a sub-agent stays as what was asked for, without an order to start one. */
function replacement({ type, id, data }: JsonObject): JsonObject | null {
  if (type !== "part" || !isObject(data) || data.type !== "subtask") return null;
  const { id: part, sessionID, messageID, prompt } = data;
  const text = typeof prompt === "string" ? prompt : "";
  return { type, id, data: { id: part, sessionID, messageID, type: "text", text } };
}
