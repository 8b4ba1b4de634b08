import { declareKinds, kindsOf } from "../record-kinds.ts";

/**
 * Every kind of event that the program's own schema lists, up to version 1.0.102. One that is not here counts as
 * missing from the conversation.
 */
export const kinds = declareKinds({
  conversation: {
    "user.message": "words of the user",
    "assistant.message": "answers of the model: text, thinking, calls",
    "assistant.reasoning": "thinking of the model",
    "tool.execution_start": "a call of a tool",
    "tool.execution_complete": "the result of a call",
    "session.compaction_complete": "a compaction",
    "session.context_cleared": "that the user cleared the conversation",
    "system.notification": "a report that the model is given in the user's place",
    "skill.invoked": "the text of a skill, which the model is given",
    "session.handoff": "the summary of a session elsewhere that is continued here",
  },
  context: {
    "system.message": "the system prompt and reminders",
    ...kindsOf("an error or an interruption", "session.error abort"),
  },
  internal: {
    ...kindsOf(
      "where an answer begins and ends, and its costs",
      "assistant.turn_start assistant.turn_end assistant.idle assistant.intent assistant.usage",
    ),
    ...kindsOf(
      "a part of an answer or a result that comes complete later",
      "assistant.message_start assistant.message_delta assistant.reasoning_delta assistant.streaming_delta assistant.tool_call_delta assistant.server_tool_progress tool.execution_partial_result tool.execution_progress",
    ),
    ...kindsOf(
      "a question or a request, whose answer is in the result of its call",
      "tool.user_requested external_tool.requested external_tool.completed user_input.requested user_input.completed elicitation.requested elicitation.completed exit_plan_mode.requested exit_plan_mode.completed session.task_complete session.todos_changed session.plan_changed",
    ),
    ...kindsOf("that a hook ran", "hook.start hook.end hook.progress"),
    ...kindsOf(
      "what the session is, and where it begins and ends",
      "session.start session.resume session.shutdown session.info session.idle session.title_changed session.warning session.context_changed session.completion_receipt",
    ),
    ...kindsOf(
      "settings of the session",
      "session.model_change session.mode_changed session.mode_notice_delivered session.permissions_changed session.tools_updated session.skills_loaded session.extensions_loaded session.custom_agents_updated session.managed_settings_enforced session.managed_settings_resolved session.session_limits_changed session.remote_steerable_changed capabilities.changed commands.changed tool_search.activated",
    ),
    "session.compaction_start": "that a compaction began",
    ...kindsOf(
      "token counts, and what was left out of a request for them",
      "session.usage_record session.usage_info session.usage_checkpoint session.truncation",
    ),
    ...kindsOf(
      "progress of a sub-agent",
      "subagent.started subagent.configured subagent.completed subagent.failed subagent.selected subagent.deselected",
    ),
    ...kindsOf(
      "a copy of a request to the model or its answer",
      "model.turn_started model.turn_ended model.model_call_started model.model_call_success model.message model.messages_snapshot model.response model.call_failure model.call_finished",
    ),
    ...kindsOf(
      "a question for a right",
      "permission.requested permission.completed sampling.requested sampling.completed auto_mode_switch.requested auto_mode_switch.completed session_limits_exhausted.requested session_limits_exhausted.completed",
    ),
    ...kindsOf(
      "servers and extensions",
      "mcp.headers_refresh_completed mcp.headers_refresh_required mcp.oauth_completed mcp.oauth_required mcp.prompts.list_changed mcp.resources.list_changed mcp.tools.list_changed mcp_app.tool_call_complete session.mcp_server_needs_reconnect session.mcp_server_removed session.mcp_server_status_changed session.mcp_servers_loaded session.extensions.attachments_pushed session.custom_notification",
    ),
    ...kindsOf(
      "windows, schedules and files of the program",
      "command.queued command.execute command.completed pending_messages.modified ui.ephemeral_query session.background_tasks_changed session.binary_asset session.workspace_file_changed session.snapshot_rewind session.canvas.closed session.canvas.opened session.canvas.recorded session.canvas.registry_changed session.canvas.removed session.canvas.unavailable session.schedule_cancelled session.schedule_created session.schedule_rearmed session.autopilot_objective_changed factory.run_started factory.run_updated factory.run_settled",
    ),
    ...kindsOf(
      "how a model was chosen",
      "session.auto_mode_resolved session.auto_tier_recommendation session.auto_tier_switch_failed session.fusion_completed session.fusion_resolved session.fusion_route_failed session.fusion_route_started assistant.fusion_phase_activity assistant.fusion_phase_completed assistant.fusion_phase_failed assistant.fusion_phase_started",
    ),
  },
});
