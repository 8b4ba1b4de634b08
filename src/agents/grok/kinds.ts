import { declareKinds, kindsOf } from "../record-kinds.ts";

function updates(why: string, kinds: string) {
  return kindsOf(why, kinds.replaceAll(/\S+/g, "update/$&"));
}

/** Every kind of record that Grok Build 1.0.41 writes. One that is not here counts as missing from the conversation. */
export const kinds = declareKinds({
  conversation: {
    user: "words of the user",
    "user/interjection": "words of the user while an answer was under way",
    "user/compaction_meta": "the summary of a compaction",
    ...kindsOf(
      "messages of another agent, a task or a schedule in the user's place",
      "user/agent_message user/parent_human_message user/task_completed user/subagent_completed user/notification_drain user/scheduler_fired user/direct_bash",
    ),
    assistant: "an answer: text, calls",
    reasoning: "thinking before an answer",
    tool_result: "the result of a call",
    backend_tool_call: "a call that ran at the provider's, such as a search of the web",
    "update/user_message_chunk": "words of the user, as they were shown",
    "update/agent_message_chunk": "text of an answer, as it was shown",
    "update/agent_thought_chunk": "thinking, as it was shown",
    "update/tool_call": "a call, as it was shown",
    "update/tool_call_update": "the course and the result of a call, as they were shown",
    "update/compaction_checkpoint": "that a compaction replaced what is before it",
  },
  context: {
    system: "the system prompt",
    "user/user_info": "the machine, the folder and the user's rules",
    "update/turn_completed": "how a turn ended: the tokens, the error of a request",
    ...kindsOf(
      "what the program adds to a conversation by itself",
      "user/system_reminder user/session_prefix user/project_instructions user/working_directory_switch user/length_continue user/auto_continue user/auto_recovery user/stop_hook_feedback user/goal_setup user/goal_summary user/goal_classifier_nudge",
    ),
  },
  internal: {
    "update/rewind_marker": "that the user went back",
    ...updates(
      "the course of the program's work",
      "retry_state auto_recovery_started auto_recovery_exhausted auto_continue_completed session_status pending_interaction interaction_resolved response_completed reasoning_completed tool_call_delta_chunk image_dropped",
    ),
    ...updates(
      "the course of a compaction",
      "auto_compact_started auto_compact_completed auto_compact_failed auto_compact_cancelled",
    ),
    ...updates(
      "the course of a sub-agent, which has a session of its own",
      "subagent_spawned subagent_progress subagent_finished",
    ),
    ...updates(
      "tasks in the background, and on a schedule",
      "background_tasks task_backgrounded task_completed monitor_event scheduled_task_created scheduled_task_fired scheduled_task_deleted",
    ),
    ...updates(
      "titles, plans and what is remembered",
      "session_summary_generated session_recap session_recap_unavailable last_turn_summary session_info_update plan plan_kept plan_cleared plan_executing goal_updated memory_flush_started memory_flush_completed memory_capture_activity memory_dream_queued memory_dream_started memory_dream_completed memory_session_saved",
    ),
    ...updates(
      "what the program can do, and is set to",
      "available_commands_update current_mode_update config_option_update usage_update model_changed model_auto_switched hooks_changed hook_annotation hook_execution plugins_changed plugin_updates_installed relay_sync_status feedback_request diff_review",
    ),
  },
});
