import { declareKinds, kindsOf } from "../record-kinds.ts";

/** Every kind of event that Copilot CLI is known to write. One that is not here counts as missing from the conversation. */
export const kinds = declareKinds({
  conversation: {
    "user.message": "words of the user",
    "assistant.message": "answers of the model: text, thinking, calls",
    "assistant.reasoning": "thinking of the model",
    "tool.execution_start": "a call of a tool",
    "tool.execution_complete": "the result of a call",
    "session.compaction_complete": "a compaction",
  },
  context: {
    "system.message": "the system prompt and reminders",
    ...kindsOf("an error or an interruption", "session.error abort"),
  },
  internal: {
    ...kindsOf("where an answer begins and ends", "assistant.turn_start assistant.turn_end"),
    ...kindsOf("that a hook ran", "hook.start hook.end"),
    ...kindsOf(
      "what the session is, and where it begins and ends",
      "session.start session.resume session.shutdown session.info session.idle session.title_changed",
    ),
    ...kindsOf("settings of the session", "session.model_change session.mode_changed"),
    "session.compaction_start": "that a compaction began",
    "session.usage_record": "token counts",
    ...kindsOf(
      "progress of a sub-agent",
      "subagent.started subagent.configured subagent.completed subagent.failed subagent.selected",
    ),
    ...kindsOf(
      "a copy of a request to the model or its answer",
      "model.turn_started model.turn_ended model.model_call_started model.model_call_success model.message model.messages_snapshot model.response",
    ),
    ...kindsOf("a question for a right", "permission.requested permission.completed"),
  },
});
