import { declareKinds, kindsOf, under } from "../record-kinds.ts";

/** Events that report what happened in a turn, by what they contain. */
const reports = {
  undo: ["undo_completed", "undo_started"],
  compactions: ["context_compacted"],
  repeatedItems: [
    "user_message",
    "agent_message",
    "agent_reasoning",
    "agent_reasoning_raw_content",
    "agent_reasoning_section_break",
    "plan_update",
  ],
  repeatedCalls: [
    "exec_command_begin",
    "exec_command_end",
    "terminal_interaction",
    "mcp_tool_call_begin",
    "mcp_tool_call_end",
    "patch_apply_begin",
    "patch_apply_end",
    "turn_diff",
    "web_search_begin",
    "web_search_end",
    "view_image_tool_call",
    "image_generation_begin",
    "image_generation_end",
    "dynamic_tool_call_request",
    "dynamic_tool_call_response",
  ],
  subAgents: [
    "collab_agent_spawn_begin",
    "collab_agent_spawn_end",
    "collab_agent_interaction_begin",
    "collab_agent_interaction_end",
    "collab_close_begin",
    "collab_close_end",
    "collab_waiting_begin",
    "collab_waiting_end",
    "collab_resume_begin",
    "collab_resume_end",
    "sub_agent_activity",
  ],
  turns: [
    "task_started",
    "task_complete",
    "turn_started",
    "turn_complete",
    "turn_aborted",
    "entered_review_mode",
    "exited_review_mode",
  ],
  names: ["thread_name_updated", "thread_goal_updated"],
  counts: ["token_count"],
  notices: [
    "error",
    "stream_error",
    "warning",
    "deprecation_notice",
    "background_event",
    "model_reroute",
  ],
  hooks: ["hook_started", "hook_completed"],
} as const;

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
    ...kindsOf("a call of a tool", [
      "response_item/function_call",
      "response_item/custom_tool_call",
      "response_item/tool_search_call",
      "response_item/local_shell_call",
      "response_item/web_search_call",
      "response_item/image_generation_call",
    ]),
    ...kindsOf("the result of a call", [
      "response_item/function_call_output",
      "response_item/custom_tool_call_output",
      "response_item/tool_search_output",
    ]),
    ...kindsOf("a message of another agent, such as the answer of a sub-agent", [
      "response_item/agent_message",
      "inter_agent_communication",
    ]),
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
    ...kindsOf("a copy of the folder for undoing", [
      ...under("event_msg", reports.undo),
      "response_item/ghost_snapshot",
    ]),
    ...kindsOf("a mark of a compaction, whose summary is a line of its own", [
      ...under("event_msg", reports.compactions),
      "response_item/compaction",
      "response_item/compaction_summary",
      "response_item/context_compaction",
      "response_item/compaction_trigger",
      "event_msg/item_completed/ContextCompaction",
    ]),
    ...kindsOf("repeats an item of the history", [
      ...under("event_msg", reports.repeatedItems),
      "event_msg/item_completed/UserMessage",
      "event_msg/item_completed/HookPrompt",
      "event_msg/item_completed/AgentMessage",
      "event_msg/item_completed/Reasoning",
      "event_msg/item_completed/Plan",
      "event_msg/raw_response_item",
    ]),
    ...kindsOf("repeats a call or its result", [
      ...under("event_msg", reports.repeatedCalls),
      "event_msg/item_completed/CommandExecution",
      "event_msg/item_completed/FileChange",
      "event_msg/item_completed/McpToolCall",
      "event_msg/item_completed/DynamicToolCall",
      "event_msg/item_completed/WebSearch",
      "event_msg/item_completed/ImageView",
      "event_msg/item_completed/ImageGeneration",
      "event_msg/item_completed/Extension",
    ]),
    ...kindsOf("progress of sub-agents", [
      ...under("event_msg", reports.subAgents),
      "event_msg/item_completed/CollabAgentToolCall",
      "event_msg/item_completed/SubAgentActivity",
    ]),
    ...kindsOf("where a turn begins and ends", [
      ...under("event_msg", reports.turns),
      "event_msg/shutdown_complete",
      "event_msg/item_completed/EnteredReviewMode",
      "event_msg/item_completed/ExitedReviewMode",
      "event_msg/item_completed/Sleep",
    ]),
    ...kindsOf("settings and names", [
      ...under("event_msg", reports.names),
      "event_msg/session_configured",
      "event_msg/thread_settings_applied",
      "record/state",
    ]),
    ...kindsOf("token counts and limits", [
      ...under("event_msg", reports.counts),
      "event_msg/account/rateLimits/updated",
    ]),
    ...kindsOf("a notice to the user", [
      ...under("event_msg", reports.notices),
      "event_msg/guardian_warning",
      "event_msg/guardian_assessment",
      "event_msg/model_verification",
      "event_msg/turn_moderation_metadata",
      "event_msg/safety_buffering",
    ]),
    ...kindsOf("a question to the user, whose answer is the result of a call", [
      "event_msg/exec_approval_request",
      "event_msg/apply_patch_approval_request",
      "event_msg/request_permissions",
      "event_msg/request_user_input",
      "event_msg/elicitation_request",
    ]),
    ...kindsOf("what runs beside the conversation", [
      ...under("event_msg", reports.hooks),
      "event_msg/mcp_startup_update",
      "event_msg/mcp_startup_complete",
      "event_msg/environment_connected",
      "event_msg/environment_disconnected",
      "event_msg/thread_queue_changed",
    ]),
  },
});

/**
 * Events that are carried of a stranger's session as well: they report, and decide nothing. Those that no kind
 * names are of earlier versions, or have their kind in the item inside.
 */
export const carriedEvents: ReadonlySet<string> = new Set([
  ...Object.values(reports).flat(),
  "thread_rolled_back",
  "item_started",
  "item_completed",
  "exec_command_output_delta",
  "get_history_entry_response",
]);
