import { declareKinds, kindsOf } from "../record-kinds.ts";

const EVENT = "context.append_loop_event";

/** Every kind of record that Kimi Code up to 2.1.0 writes. One that is not here counts as missing from the conversation. */
export const kinds = declareKinds({
  conversation: {
    "context.append_message": "words of the user, or of the program in the user's place",
    [`${EVENT}/content.part`]: "a part of an answer: text, thinking",
    [`${EVENT}/tool.call`]: "a call",
    [`${EVENT}/tool.result`]: "the result of a call",
    "context.apply_compaction": "a compaction",
  },
  context: {
    "profile.bind": "the system prompt",
    "plugin.session_start": "what a plugin adds at the start",
    "turn.ended": "how a turn ended, with the error of a request",
    "usage.record": "the tokens of a request",
  },
  internal: {
    ...kindsOf("where an answer begins and ends", `${EVENT}/step.begin ${EVENT}/step.end`),
    ...kindsOf(
      "that the user went back, or began again",
      "context.clear context.undo context.undone agent.switched forked",
    ),
    ...kindsOf(
      "the same conversation a second time",
      "agent.message.appended turn.prompt turn.steer prompt.steered",
    ),
    ...kindsOf(
      "the course of a turn",
      "agent.turn.started agent.turn.ended turn.cancel turn.step.interrupted turn.step.retrying prompt.completed prompt.aborted interruptionReminder.recorded",
    ),
    ...kindsOf(
      "the course of a compaction",
      "full_compaction.begin full_compaction.complete full_compaction.cancel micro_compaction.apply",
    ),
    ...kindsOf(
      "the course of a sub-agent, which has a log of its own",
      "subagent.spawned subagent.started subagent.suspended subagent.completed subagent.failed subagent.cancelled",
    ),
    ...kindsOf("a task in the background", "task.started task.terminated task.waitDelivered"),
    ...kindsOf(
      "what the program asks, permits and counts",
      "metadata runtime.set_binding config.update permission.set_mode permission.rules.add permission.record_approval_result interaction.request interaction.resolved llm.request llm.tools_snapshot mcp.tools_discovered token_counting.measured token_counting.rebased token_counting.truncated token_counting.turn_recorded context.update_token_count staleGuard.recorded staleGuard.cleared",
    ),
    ...kindsOf("states of files to go back to", "file_history.tracked file_history.checkpoint"),
    ...kindsOf(
      "modes, goals, plans and schedules",
      "plan.revision plan_mode.enter plan_mode.cancel plan_mode.exit swarm_mode.enter swarm_mode.exit tower_mode.enter tower_mode.exit goal.create goal.update goal.clear goal.account_usage goal.continuation cron.add cron.cursor cron.delete",
    ),
    ...kindsOf(
      "which tools there are, and what they keep",
      "tools.register_user_tool tools.unregister_user_tool tools.set_active_tools tools.reset_active_tools tools.update_store",
    ),
  },
});
