import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { SessionDraft } from "../agent.ts";
import type { RecordRule, SettingsRecords } from "../settings-records.ts";
import { openEnvelope } from "./envelope.ts";
import { carriedEvents, kinds } from "./kinds.ts";

/** The keys of a description of a session that say what it is, and no more. */
const META = [
  "id",
  "session_id",
  "forked_from_id",
  "parent_thread_id",
  "timestamp",
  "cwd",
  "originator",
  "cli_version",
  "source",
  "thread_source",
  "agent_nickname",
  "agent_path",
  "model_provider",
  "history_mode",
  "history_base",
  "subagent_history_start_ordinal",
  "context_window",
  "git",
];

const META_RULE: RecordRule = {
  fields: {
    "/payload/base_instructions": "instructions",
    "/payload/instructions": "instructions",
    "/instructions": "instructions",
    "/payload/dynamic_tools": "tools",
    "/payload/selected_capability_roots": "tools",
    "/payload/memory_mode": "instructions",
    "/payload/multi_agent_version": "agent",
    "/payload/agent_role": "agent",
    "/payload/agent_type": "agent",
    "/payload/source/subagent/thread_spawn/agent_role": "agent",
    "/payload/source": { decides: "agent", becomes: plainSource },
    "/payload/model_provider": { decides: "model", becomes: ownProvider },
  },
  keys: { "/payload": META },
};

const SETTINGS: RecordRule = {
  decides: "rights",
  shows: [
    "/payload/sandbox_policy/type",
    "/payload/sandbox_policy/mode",
    "/payload/approval_policy",
    "/payload/thread_settings/sandbox_policy/type",
    "/payload/thread_settings/approval_policy",
  ],
};

/** Rights beside a message or a result: no version reads them there, and none is to begin with these. */
const ANY: RecordRule = {
  fields: {
    "/payload/sandbox_policy": "rights",
    "/payload/approval_policy": "rights",
    "/payload/permission_profile": "rights",
    "/sandbox_policy": "rights",
    "/approval_policy": "rights",
    "/permission_profile": "rights",
  },
};

/** Developer messages have a rank above the user's; the program adds its own when it continues. */
const INSTRUCTIONS: RecordRule = { decides: "instructions", ofStrangers: true };

/**
 * Codex restores these when it continues (0.166.0): the sandbox, the approval policy, the model, the provider and the
 * folder of the last turn, the instructions and the tools of the session. Without them its configuration counts.
 */
export const settingsRecords: SettingsRecords = {
  kindOf,
  isKnown: (kind) => {
    const [type = "", finer = ""] = kind.split("/", 2);
    if (type === "event_msg") return carriedEvents.has(finer);
    return kinds.has(finer === "" ? type : `${type}/${finer}`);
  },
  rules: {
    "*": ANY,
    session_meta: META_RULE,
    turn_context: SETTINGS,
    "event_msg/thread_settings_applied": SETTINGS,
    "event_msg/session_configured": SETTINGS,
    // What the model knows of its rights and folders so far; the program informs it again.
    world_state: { decides: "instructions" },
    // How far the program trusts what was read; it judges again.
    security_risk_score: { decides: "rights" },
    "response_item/message/developer": INSTRUCTIONS,
    "response_item/message/system": INSTRUCTIONS,
    "response_item/additional_tools": { decides: "tools" },
    // The state of the repository, to which an undo goes back.
    "response_item/ghost_snapshot": { decides: "files" },
    compacted: {
      fields: { "/payload/mcp_resource_origins": "rights" },
      lists: {
        "/payload/replacement_history": (payload) => ({ type: "response_item", payload }),
      },
    },
  },
  labels: {
    "danger-full-access": "full access",
    "workspace-write": "write access to its folder",
    "read-only": "read access",
    never: "no approval asked",
  },
};

function kindOf(record: JsonObject): string {
  const { type, payload } = openEnvelope(record);
  if (type !== "response_item" && type !== "event_msg") return type;
  const kind = `${type}/${payload.type}`;
  return kind === "response_item/message" ? `${kind}/${payload.role}` : kind;
}

/** Where a session was started: by a person, or by the agent whose work it is a part of. */
function plainSource(_draft: SessionDraft, source: Json): Json {
  return typeof source === "string" || (isObject(source) && isObject(source.subagent))
    ? source
    : "cli";
}

/** The program refuses to resume a session whose provider it does not know: it gets the one that is set. */
function ownProvider({ settings }: SessionDraft): string {
  return settings.model_provider ?? "openai";
}
