import { declareKinds, kindsOf, under } from "../record-kinds.ts";
import { attachments, carriedInternal, internalAttachments } from "./internal-attachments.ts";

/** Records about the session that are only shown or belong to its conversation, by what they contain. */
const records = {
  labels: [
    "ai-title",
    "custom-title",
    "agent-color",
    "summary",
    "tag",
    "last-prompt",
    "ended-by-model",
  ],
  undo: ["attribution-snapshot", "speculation-accept"],
  spans: ["marble-origami-commit", "marble-origami-snapshot", "marble-origami-reset"],
} as const;

/** What is attached to a conversation because somebody asked for it or something happened in it. */
const attached = {
  meanwhile: ["queued_command", "teammate_mailbox", "task_status"],
  pointedAt: [
    "file",
    "directory",
    "mcp_resource",
    "selected_lines_in_ide",
    "opened_file_in_ide",
    "pdf_reference",
  ],
  checks: ["hook_blocking_error", "hook_stopped_continuation", "diagnostics"],
  changedFiles: ["edited_text_file", "compact_file_reference"],
  reminders: ["task_reminder", "todo_reminder"],
  mentions: ["agent_mention"],
  costs: ["date_change", "token_usage", "budget_usd", "output_token_usage"],
} as const;

/** Notices that report something that happened. */
const carriedNotices = [
  "agents_killed",
  "away_summary",
  "bridge_status",
  "informational",
  "memory_saved",
  "microcompact_boundary",
  "model_refusal_no_fallback",
  "scheduled_task_fire",
  "stop_hook_summary",
  "turn_duration",
];

/**
 * Every kind of record that Claude Code is known to write, up to version 2.1.328: the type, with the subtype of
 * `system` records and the type of attachments after it. What it does with each when it resumes a session was
 * read in the program and tried with it. One that is not here counts as missing from the conversation.
 */
export const kinds = declareKinds({
  conversation: {
    user: "words of the user, results of tools, and context that the program adds in a user's place",
    assistant: "answers of the model: text, thinking, calls",
    "queue-operation": "words that wait to be delivered, and their delivery",
    "system/compact_boundary": "a compaction",
    "system/voice_call_talk": "words that were spoken in a call",
    "system/local_command": "a command to the program, or what it printed",
    "system/api_error": "a request that failed",
    ...attachments("what came while the agent worked", [...attached.meanwhile, "poll_events"]),
    ...attachments("what the user pointed at, or the program read for the model", [
      ...attached.pointedAt,
      "selected_lines_in_diff",
      "at_mention_reference",
      "inlined_image_paths",
      "widget_context_hint",
      "project_doc_reads",
      "artifact_opening_prefetch",
    ]),
    ...attachments("what a hook or a check reported", [
      ...attached.checks,
      "hook_additional_context",
      "hook_success",
      "async_hook_response",
      "plugin_note",
    ]),
    ...attachments("files that changed or were left out", [
      ...attached.changedFiles,
      "read_truncation_notice",
      "dir_sync_notice",
    ]),
    ...attachments("tasks, plans and skills in force", [
      ...attached.reminders,
      "plan_file_reference",
      "invoked_skills",
      "fork_briefing",
    ]),
    ...attachments("what was remembered for this conversation", [
      "relevant_memories",
      "account_memory_recall",
      "cowork_memory_context",
      "context_sections",
    ]),
  },
  context: {
    ...attachments("instructions of the project and the user", [
      "instructions",
      "nested_memory",
      "instruction_files_not_loaded",
      "critical_system_reminder",
      "memory_update",
    ]),
    ...attachments("tools, skills, agents and servers that can be used", [
      "skill_listing",
      "dynamic_skill",
      "agent_listing_delta",
      "deferred_tools_delta",
      "mcp_instructions_delta",
      "mcp_dropped_tools_delta",
      "repl_mcp_needs_auth",
      "repl_mcp_servers",
      "tool_search_usage_reminder",
      "tool_hosts_notice",
      "tool_hosts_correction",
      "claude_app_notice",
      "linked_plugin_tools_note",
      "advisor_tool",
      "hook_plugin_listing",
    ]),
    ...attachments("modes, styles and reminders of the program", [
      "plan_mode",
      "plan_mode_reentry",
      "plan_mode_exit",
      "auto_mode",
      "auto_mode_exit",
      "proactivity",
      "output_style",
      "output_style_instructions",
      "language",
      "ultra_effort_enter",
      "ultra_effort_exit",
      "workflow_size_guideline_change",
      "team_context",
      "coordinator_context",
      "session_context",
      "thread_state",
      "bash_output_audience_note",
      "unknown_command_fallback",
      "output_limit_note",
      "silent_turn_reminder",
      "elapsed_time_reminder",
      "batching_reminder",
      "secondary_reminder",
      "prefix_delta",
    ]),
    ...attachments("a word of the prompt that the program points out", [
      ...attached.mentions,
      "skill_mention",
      "peer_mention",
      "ultrathink_effort",
      "workflow_keyword_request",
    ]),
    ...attachments("the machine, the day, the model and its costs", [
      ...attached.costs,
      "environment",
      "model",
      "date",
      "sandbox_instructions",
      "remote_session_change",
      "total_tokens_reminder",
    ]),
  },
  internal: {
    ...internalAttachments,
    ...kindsOf("copies of requests and their sizes", [
      "api-request",
      "api-request-blob",
      "api-request-resumed",
      "api-request-shape",
    ]),
    ...kindsOf("how the session is shown and listed", [...records.labels, "agent-name", "pr-link"]),
    ...kindsOf("where the session runs, and what it is linked with", [
      "worktree-state",
      "relocated",
      "bridge-session",
      "frame-link",
      "continued-in",
      "derived-from",
      "observer-ref",
      "fork-context-ref",
      "session-owner",
      "resume-head-vouch",
      "history-suppression",
      "artifact-comment-monitor",
      "artifact-autoreact-ledger",
    ]),
    ...kindsOf("settings of the session", [
      "mode",
      "permission-mode",
      "agent-setting",
      "atis-latch",
      "isolation-latch",
      "repl-mode",
      "dev-mods",
      "memory-mode",
    ]),
    ...kindsOf("counts and durations", [
      "cost-state",
      "tools-used",
      "data-flow-records",
      "data-flow-incomplete",
    ]),
    ...kindsOf("copies of files for undoing changes", [
      ...records.undo,
      "file-history-snapshot",
      "file-history-delta",
    ]),
    ...kindsOf("summaries of spans whose messages are in the session as well", records.spans),
    "agent-meta": "what a sub-agent is",
    "content-replacement": "results that the program keeps in files of their own",
    progress: "progress of a running tool",
    "system/peer_message_hold": "a notice to the user",
    "system/rewind_stand_in": "a mark of where the user went back",
    // Of system records only commands, and what was said in a call, are sent.
    system: "notices of the program",
    ...notices([
      ...carriedNotices,
      "api_retry",
      "code_change_published",
      "feedback_draft_queued",
      "file_attachments_missing",
      "file_snapshot",
      "inherited_asks_settled",
      "instruction_size_warning",
      "late_allow_not_run",
      "memory_recall",
      "model_consent_fallback",
      "model_fallback",
      "model_refusal_fallback",
      "notification",
      "permission_denied",
      "permission_retry",
      "post_turn_summary",
      "read_divider",
      "status",
      "task_notification",
      "task_progress",
      "task_started",
      "task_summary",
      "task_updated",
      "thinking_tokens",
      "tool_host_result",
      "turn_preempted",
      "turn_starting",
      "worker_shutting_down",
    ]),
  },
});

function notices(subtypes: readonly string[]): Readonly<Record<string, string>> {
  return kindsOf("a notice to the user", under("system", subtypes));
}

/**
 * Kinds that are carried of a stranger's session as well. The notices that no kind names are of earlier versions;
 * `(none)` is one without a subtype.
 */
export const carriedKinds: ReadonlySet<string> = new Set([
  "user",
  "assistant",
  "progress",
  "queue-operation",
  "content-replacement",
  "agent-meta",
  ...Object.values(records).flat(),
  ...under("attachment", ["todo", ...carriedInternal, ...Object.values(attached).flat()]),
  ...under("system", [
    "local_command",
    "compact_boundary",
    "api_error",
    "api_metrics",
    "ui_telemetry",
    "chat_compression",
    "attribution_snapshot",
    "(none)",
    ...carriedNotices,
  ]),
]);

const TYPES: ReadonlySet<string> = new Set(
  kinds.list().map(({ kind }) => kind.split("/", 1)[0] ?? kind),
);

/** Whether Claude Code writes records of a type, whatever their finer kind. */
export function isKnownType(type: string): boolean {
  return TYPES.has(type);
}
