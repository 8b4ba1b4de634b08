import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { RecordRule, SettingsRecords } from "../settings-records.ts";
import { carriedKinds } from "./kinds.ts";

/** The keys of messages and of notes between them; not `slug`, which names a file that the program writes. */
const KEYS = [
  "parentUuid",
  "logicalParentUuid",
  "isSidechain",
  "type",
  "uuid",
  "timestamp",
  "userType",
  "entrypoint",
  "cwd",
  "sessionId",
  "version",
  "gitBranch",
  "message",
  "requestId",
  "isMeta",
  "isCompactSummary",
  "isVisibleInTranscriptOnly",
  "toolUseResult",
  "sourceToolAssistantUUID",
  "sourceToolUseID",
  "toolUseID",
  "parentToolUseID",
  "isApiErrorMessage",
  "error",
  "errorDetails",
  "apiError",
  "apiErrorStatus",
  "thinkingMetadata",
  "todos",
  "imagePasteIds",
  "origin",
  "promptId",
  "promptSource",
  "agentId",
  "summarizeMetadata",
  "compactMetadata",
  "microcompactMetadata",
  "subtype",
  "content",
  "level",
  "attachment",
  "data",
  "hookCount",
  "hookInfos",
  "hookErrors",
  "hookAdditionalContext",
  "preventedContinuation",
  "stopReason",
  "hasOutput",
  "durationMs",
  "messageCount",
  "effort",
  "attributionMcpServer",
  "attributionMcpTool",
  "attributionSkill",
  "attributionAgent",
  "mcpMeta",
  "planContent",
  "ttftMs",
  "retryInMs",
  "retryAttempt",
  "maxRetries",
  "cause",
  "apiBlockIndex",
  "requestRef",
  "requestedModel",
  "promptCacheRequested",
  "perTurnEffort",
  "madeBy",
  "thinkingDurationMs",
  "thinkingDisplay",
  "toolInputStreamMs",
  "rendered",
  "renderedRole",
  "renderedBesideToolResult",
];

/** What grants rights or chooses an agent, on whatever record it is. */
const ANY: RecordRule = {
  fields: {
    "/permissionMode": "rights",
    "/teamName": "agent",
    "/agentName": "agent",
    "/agentSetting": "agent",
    "/sessionKind": "agent",
  },
};

/** The keys of records that name a session or what was typed. */
const LABEL: RecordRule = {
  keys: {
    "": [
      "type",
      "sessionId",
      "timestamp",
      "uuid",
      "leafUuid",
      "summary",
      "customTitle",
      "aiTitle",
      "lastPrompt",
      "explicit",
      "rewound",
      "tag",
      "agentColor",
      "operation",
      "content",
      "cwd",
      "version",
      "gitBranch",
    ],
  },
};

const MESSAGE: RecordRule = {
  fields: {
    // The program begins a schedule again when it finds the result of a call that made one.
    "/toolUseResult/id": "schedule",
  },
  keys: { "": KEYS },
};

/** Texts that the program puts before a model as instructions; those of the user's own sessions stay. */
const INSTRUCTIONS: RecordRule = { ...MESSAGE, decides: "instructions", ofStrangers: true };

/**
 * Claude Code restores most of these when it continues (2.1.197, `loadTranscript` and what follows it): its mode of
 * permissions, its agent, its folder, tools that wait for a decision, schedules, and a remote control.
 */
export const settingsRecords: SettingsRecords = {
  kindOf,
  isKnown: (kind) => carriedKinds.has(kind),
  rules: {
    "*": ANY,
    "queue-operation": LABEL,
    "last-prompt": LABEL,
    "custom-title": LABEL,
    "ai-title": LABEL,
    "agent-color": LABEL,
    summary: LABEL,
    tag: LABEL,
    user: MESSAGE,
    assistant: MESSAGE,
    progress: MESSAGE,
    system: MESSAGE,
    attachment: MESSAGE,
    "permission-mode": { decides: "rights", shows: ["/permissionMode"] },
    "isolation-latch": { decides: "rights", shows: ["/side"] },
    "atis-latch": { decides: "rights" },
    mode: { decides: "agent", shows: ["/mode"] },
    "agent-setting": { decides: "agent", shows: ["/agentSetting"] },
    "agent-name": { decides: "agent", shows: ["/agentName"] },
    "worktree-state": { decides: "folder", shows: ["/worktreeSession/worktreePath"] },
    relocated: { decides: "folder", shows: ["/relocatedCwd", "/cwd"] },
    "bridge-session": { decides: "server", shows: ["/bridgeSessionId"] },
    "pr-link": { decides: "server", shows: ["/prUrl"] },
    "frame-link": { decides: "server", shows: ["/frameUrl"] },
    "file-history-snapshot": { decides: "files" },
    "fork-context-ref": { decides: "files" },
    "agent-meta": {
      fields: {
        "/agentType": { decides: "agent", becomes: () => "general-purpose" },
        "/permissionMode": "rights",
        "/worktreePath": "folder",
        "/worktreeBranch": "folder",
        "/cwd": "folder",
        "/spawnMode": "agent",
      },
      keys: { "": ["agentType", "description", "toolUseId", "name", "isFork"] },
    },
    "attachment/command_permissions": { ...MESSAGE, decides: "rights" },
    "attachment/hook_permission_decision": { ...MESSAGE, decides: "rights" },
    // A tool call that the program makes as soon as it continues.
    "attachment/hook_deferred_tool": { ...MESSAGE, decides: "rights" },
    "attachment/plan_mode": INSTRUCTIONS,
    "attachment/plan_mode_exit": INSTRUCTIONS,
    "attachment/plan_mode_reentry": INSTRUCTIONS,
    "attachment/auto_mode": { ...MESSAGE, decides: "rights" },
    "attachment/auto_mode_exit": { ...MESSAGE, decides: "rights" },
    "attachment/invoked_skills": { ...MESSAGE, decides: "instructions" },
    "attachment/goal_status": { ...MESSAGE, decides: "instructions" },
    "attachment/hook_additional_context": INSTRUCTIONS,
    "attachment/hook_success": INSTRUCTIONS,
    "attachment/hook_system_message": INSTRUCTIONS,
    "attachment/skill_listing": INSTRUCTIONS,
    "attachment/agent_listing_delta": INSTRUCTIONS,
    "attachment/deferred_tools_delta": INSTRUCTIONS,
    "attachment/mcp_instructions_delta": INSTRUCTIONS,
    "attachment/critical_system_reminder": INSTRUCTIONS,
    "attachment/output_style": INSTRUCTIONS,
    "attachment/nested_memory": INSTRUCTIONS,
    "attachment/relevant_memories": INSTRUCTIONS,
    // Keeps the program on the model that a refusal had led to.
    "system/model_refusal_fallback": { ...MESSAGE, decides: "model" },
    "system/model_fallback": { ...MESSAGE, decides: "model" },
    "system/model_consent_fallback": { ...MESSAGE, decides: "model" },
    "system/permission_retry": { ...MESSAGE, decides: "rights" },
    // A copy of the plan, from which the program writes the plan's file again.
    "system/file_snapshot": { ...MESSAGE, decides: "files" },
  },
  labels: {
    bypassPermissions: "everything without asking",
    acceptEdits: "edits without asking",
    auto: "decided by a model",
    dontAsk: "never asks",
    default: "asks before it acts",
    plan: "plans only",
  },
  replacement,
};

function kindOf(record: JsonObject): string {
  const type = typeof record.type === "string" ? record.type : "";
  // The description of a sub-agent is a file of its own, without a type.
  if (type === "") return typeof record.agentType === "string" ? "agent-meta" : "(none)";
  if (type === "system") return `${type}/${textOf(record.subtype)}`;
  if (type !== "attachment") return type;
  return `${type}/${isObject(record.attachment) ? textOf(record.attachment.type) : "(none)"}`;
}

function textOf(value: JsonObject[string]): string {
  return typeof value === "string" ? value : "(none)";
}

/** Messages follow each other by their ids: an empty note keeps the place of one that is not carried. */
function replacement(record: JsonObject): JsonObject | null {
  const { parentUuid = null, isSidechain, type, uuid, timestamp, cwd, sessionId, version } = record;
  if ((type !== "attachment" && type !== "system") || typeof uuid !== "string") return null;
  return {
    parentUuid,
    isSidechain: isSidechain === true,
    type: "system",
    subtype: "informational",
    content: "",
    isMeta: true,
    level: "info",
    timestamp,
    uuid,
    cwd,
    sessionId,
    version,
    ...(typeof record.agentId === "string" ? { agentId: record.agentId } : {}),
  };
}
