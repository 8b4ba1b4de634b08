import { declareKinds, kindsOf } from "../record-kinds.ts";

/**
 * Every kind of line that Codex is known to write: the type, with that of the item or event after it. One
 * that is not here counts as missing from the conversation.
 *
 * What Codex sends when it continues is rebuilt from three kinds of lines: `response_item`, `compacted` and
 * `inter_agent_communication`; `thread_rolled_back` takes turns away again. All other events are for its own
 * screen: those of threads without pages (`user_message` …) and of threads with pages (`item_completed`) repeat
 * items of the history.
 */
export const kinds = declareKinds({
  conversation: {
    compacted: "a compaction",
    "response_item/message": "words of the user, of the model and of the program",
    "response_item/reasoning": "thinking of the model",
    ...kindsOf(
      "a call of a tool",
      "response_item/function_call response_item/custom_tool_call response_item/tool_search_call response_item/local_shell_call response_item/web_search_call response_item/image_generation_call",
    ),
    ...kindsOf(
      "the result of a call",
      "response_item/function_call_output response_item/custom_tool_call_output response_item/tool_search_output",
    ),
    ...kindsOf(
      "a message of another agent, such as the answer of a sub-agent",
      "response_item/agent_message inter_agent_communication",
    ),
    "event_msg/thread_rolled_back": "turns that were taken back",
  },
  context: {
    "response_item/additional_tools": "tools that the model may call",
  },
  internal: {
    session_meta: "what the session is",
    turn_context: "settings of a turn",
    world_state: "facts about the machine, which the program sends as messages",
    token_usage_record: "token counts",
    security_risk_score: "a judgement of a command",
    inter_agent_communication_metadata: "how a message between agents was delivered",
    ...kindsOf(
      "a copy of the folder for undoing",
      "response_item/ghost_snapshot event_msg/undo_completed event_msg/undo_started",
    ),
    ...kindsOf(
      "a mark of a compaction, whose summary is a line of its own",
      "response_item/compaction response_item/compaction_summary response_item/context_compaction response_item/compaction_trigger event_msg/context_compacted event_msg/item_completed/ContextCompaction",
    ),
    ...kindsOf(
      "repeats an item of the history",
      "event_msg/user_message event_msg/agent_message event_msg/agent_reasoning event_msg/agent_reasoning_raw_content event_msg/agent_reasoning_section_break event_msg/item_completed/UserMessage event_msg/item_completed/HookPrompt event_msg/item_completed/AgentMessage event_msg/item_completed/Reasoning event_msg/item_completed/Plan event_msg/plan_update event_msg/raw_response_item",
    ),
    ...kindsOf(
      "repeats a call or its result",
      "event_msg/exec_command_begin event_msg/exec_command_end event_msg/terminal_interaction event_msg/mcp_tool_call_begin event_msg/mcp_tool_call_end event_msg/patch_apply_begin event_msg/patch_apply_end event_msg/turn_diff event_msg/web_search_begin event_msg/web_search_end event_msg/view_image_tool_call event_msg/image_generation_begin event_msg/image_generation_end event_msg/dynamic_tool_call_request event_msg/dynamic_tool_call_response event_msg/item_completed/CommandExecution event_msg/item_completed/FileChange event_msg/item_completed/McpToolCall event_msg/item_completed/DynamicToolCall event_msg/item_completed/WebSearch event_msg/item_completed/ImageView event_msg/item_completed/ImageGeneration event_msg/item_completed/Extension",
    ),
    ...kindsOf(
      "progress of sub-agents",
      "event_msg/collab_agent_spawn_begin event_msg/collab_agent_spawn_end event_msg/collab_agent_interaction_begin event_msg/collab_agent_interaction_end event_msg/collab_close_begin event_msg/collab_close_end event_msg/collab_waiting_begin event_msg/collab_waiting_end event_msg/collab_resume_begin event_msg/collab_resume_end event_msg/sub_agent_activity event_msg/item_completed/CollabAgentToolCall event_msg/item_completed/SubAgentActivity",
    ),
    ...kindsOf(
      "where a turn begins and ends",
      "event_msg/task_started event_msg/task_complete event_msg/turn_started event_msg/turn_complete event_msg/turn_aborted event_msg/shutdown_complete event_msg/entered_review_mode event_msg/exited_review_mode event_msg/item_completed/EnteredReviewMode event_msg/item_completed/ExitedReviewMode event_msg/item_completed/Sleep",
    ),
    ...kindsOf(
      "settings and names",
      "event_msg/session_configured event_msg/thread_settings_applied event_msg/thread_name_updated event_msg/thread_goal_updated record/state",
    ),
    ...kindsOf(
      "token counts and limits",
      "event_msg/token_count event_msg/account/rateLimits/updated",
    ),
    ...kindsOf(
      "a notice to the user",
      "event_msg/error event_msg/stream_error event_msg/warning event_msg/guardian_warning event_msg/guardian_assessment event_msg/deprecation_notice event_msg/background_event event_msg/model_reroute event_msg/model_verification event_msg/turn_moderation_metadata event_msg/safety_buffering",
    ),
    ...kindsOf(
      "a question to the user, whose answer is the result of a call",
      "event_msg/exec_approval_request event_msg/apply_patch_approval_request event_msg/request_permissions event_msg/request_user_input event_msg/elicitation_request",
    ),
    ...kindsOf(
      "what runs beside the conversation",
      "event_msg/hook_started event_msg/hook_completed event_msg/mcp_startup_update event_msg/mcp_startup_complete event_msg/environment_connected event_msg/environment_disconnected event_msg/thread_queue_changed",
    ),
  },
});
