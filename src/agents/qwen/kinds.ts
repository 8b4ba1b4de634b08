import { declareKinds, kindsOf } from "../record-kinds.ts";

/** Every kind of record that Qwen Code 0.24.4 writes. One that is not here counts as missing from the conversation. */
export const kinds = declareKinds({
  conversation: {
    user: "words of the user",
    "user/mid_turn_user_message": "words of the user while the model was working",
    ...kindsOf("spoken words", ["user/realtime_message", "assistant/realtime_message"]),
    "user/notification": "the report of a task in the background",
    "user/cron": "a prompt that the program repeats",
    "user/goal_runtime": "a prompt of the program, which pursues a goal",
    assistant: "answers of the model: text, thinking, calls",
    tool_result: "the result of a call",
    "system/chat_compression": "a compaction",
  },
  context: {
    "system/ui_telemetry": "errors of requests, and what was counted",
    "system/omni_recall": "what the program remembered for a request",
  },
  internal: {
    "system/attribution_snapshot": "who changed which file",
    "system/file_history_snapshot": "states of files to go back to",
    "system/custom_title": "the title of the session",
    "system/session_model": "the model that was chosen",
    "system/rewind": "that the user went back; the next record names the one that it follows",
    ...kindsOf("a goal that the program pursues", ["system/goal_state", "system/goal_turn_end"]),
    ...kindsOf("what the user typed for the program itself", [
      "system/slash_command",
      "system/at_command",
      "system/user_text_elements",
    ]),
    ...kindsOf("where an answer ended", ["system/branch_checkpoint", "system/turn_result"]),
    "system/background_task_completed": "that a task in the background ended",
    ...kindsOf("who created the session, and what it refers to", [
      "system/parent_session",
      "system/session_source",
      "system/session_sources_snapshot",
      "system/session_artifact_event",
      "system/session_artifact_snapshot",
    ]),
  },
});
