import { kindsOf, under } from "../record-kinds.ts";

/** Those of them that are carried of a stranger's session as well: they report, and decide nothing. */
export const carriedInternal = [
  "already_read_file",
  "edited_image_file",
  "hook_cancelled",
  "hook_error_during_execution",
  "hook_non_blocking_error",
  "max_turns_reached",
  "structured_output",
];

/** Attachments that the program turns into no message. */
const NEVER_SENT = [
  ...carriedInternal,
  "async_hook_response_batch",
  "attention_budget",
  "batching_reminder_sent",
  "command_permissions",
  "context_efficiency",
  "credential_org",
  "deferred_tools_record",
  "goal_status",
  "goals",
  "hook_deferred_tool",
  "hook_permission_decision",
  "hook_system_message",
  "projects_thread_ask",
  "prompt_as_file",
  "prompt_render_point",
  "prompt_snapshot",
  "secondary_reminder_sent",
  "session_cron_carry",
  "teammate_shutdown_batch",
  "thinking_drop",
  "thinking_stripped",
  "advisor_stripped",
  "tool_host_result_lines",
  "tool_offer_record",
  "tool_results_cut",
  "withheld_memory",
];

/** Attachments of earlier versions, which no later one sends. */
const NO_LONGER_SENT = [
  "autocheckpointing",
  "background_task_status",
  "companion_intro",
  "compaction_reminder",
  "context_tip",
  "current_session_memory",
  "echo_activities",
  "fold_nudge",
  "pen_mode_enter",
  "pen_mode_exit",
  "task_progress",
  "thinking_reminder",
  "todo",
  "ultramemory",
  "ultrawork_request",
  "verify_plan_reminder",
];

/** The attachments that no model is given. */
export const internalAttachments = {
  "attachment/whole_texts_withdrawn": "marks of texts that were taken back",
  ...attachments("what the program keeps for itself", NEVER_SENT),
  ...attachments("what earlier versions gave the model, and no later one sends", NO_LONGER_SENT),
};

/** The kinds of attachments of several types. */
export function attachments(
  why: string,
  types: readonly string[],
): Readonly<Record<string, string>> {
  return kindsOf(why, under("attachment", types));
}
