import type { Json } from "../../src/base/json/value.ts";

/** The thread of the small log. */
export const THREAD = "3f0c9a5e-7f34-4b0e-9f5b-0c6a4d1e2b90";
/** The run of the small log. */
export const RUN = "8a1d2c4b-5e6f-4071-8293-a4b5c6d7e8f9";

type Frame = Readonly<Record<string, Json>>;

/** A frame with the whole envelope, keys in the order of the wire. */
export function frame(
  kind: "continuity" | "session" | "task",
  id: string,
  seq: number,
  payload: Frame,
): string {
  const stamp = 1_767_225_600_000 + seq;
  const { type, ...rest } = payload;
  return JSON.stringify({
    id: `${kind}-${id.slice(0, 4)}-${seq}`,
    session_id: id,
    stream_kind: kind,
    stream_id: id,
    timestamp_ms: stamp,
    seq,
    type,
    ...rest,
  });
}

const who = { actor_id: "ada", origin: "cli" };
const checkpoint = {
  checkpoint_id: "cp-1",
  summary_kind: "cumulative_v1",
  summary_artifact_id: "ab".repeat(32),
  to_seq: 1,
};

/** One frame of each type of a thread, written as rip writes it: what is absent is left out or null. */
export const threadFrames: readonly Frame[] = [
  { type: "continuity_created", workspace: "/home/ada/orchard", title: null },
  { type: "continuity_message_appended", ...who, content: 'Say "hi"\n\u2028 \u{1f333} \u0001' },
  { type: "continuity_run_spawned", run_session_id: RUN, message_id: "m", ...who },
  {
    type: "continuity_context_selection_decided",
    run_session_id: RUN,
    message_id: "m",
    compiler_id: "rip.context_compiler.v1",
    compiler_strategy: "recent_messages_v1",
    limits: { max_summary_refs: 3, recent_messages_v1_limit: 16 },
    compaction_checkpoint: checkpoint,
    compaction_checkpoints: [checkpoint],
    resets: [
      { input: "compaction_checkpoint", action: "ignored", reason: "x", ref: { a: 1, b: [2] } },
    ],
    reason: { cause: "none", selected: "recent_messages_v1" },
    ...who,
  },
  {
    type: "continuity_context_compiled",
    run_session_id: RUN,
    bundle_artifact_id: "cd".repeat(32),
    compiler_id: "rip.context_compiler.v1",
    compiler_strategy: "recent_messages_v1",
    from_seq: 2,
    from_message_id: "m",
    ...who,
  },
  {
    type: "continuity_provider_cursor_updated",
    provider: "openresponses",
    endpoint: "https://models.example/v1",
    cursor: null,
    action: "rotated",
    reason: "by_hand",
    ...who,
  },
  {
    type: "continuity_compaction_checkpoint_created",
    checkpoint_id: "cp-1",
    cut_rule_id: "manual_v1",
    summary_kind: "cumulative_v1",
    summary_artifact_id: "ab".repeat(32),
    from_seq: 0,
    to_seq: 1,
    to_message_id: "m",
    ...who,
  },
  {
    type: "continuity_compaction_auto_schedule_decided",
    decision_id: "d",
    policy_id: "p",
    decision: "scheduled",
    execute: true,
    stride_messages: 10000,
    max_new_checkpoints: 1,
    block_on_inflight: true,
    message_count: 1,
    cut_rule_id: "stride_messages_v1/10000",
    planned: [{ target_message_ordinal: 1, to_seq: 1, to_message_id: "m" }],
    job_id: "j",
    job_kind: "compaction_summarizer_v1",
    ...who,
  },
  { type: "continuity_job_spawned", job_id: "j", job_kind: "k", details: { a: 1 }, ...who },
  {
    type: "continuity_job_ended",
    job_id: "j",
    job_kind: "k",
    status: "failed",
    error: "x".repeat(300),
    ...who,
  },
  {
    type: "continuity_run_ended",
    run_session_id: RUN,
    message_id: "m",
    reason: "completed",
    ...who,
  },
  {
    type: "continuity_tool_side_effects",
    run_session_id: RUN,
    tool_id: "t",
    tool_name: "bash",
    affected_paths: null,
    checkpoint_id: null,
    ...who,
  },
  { type: "continuity_branched", parent_thread_id: "p", parent_seq: 4, ...who },
  {
    type: "continuity_handoff_created",
    from_thread_id: "p",
    from_seq: 4,
    from_message_id: "m",
    summary_markdown: "# What matters",
    ...who,
  },
];

/** The lines of a log with one thread and one run, in their full form. */
export function smallLog(): string[] {
  return [
    ...threadFrames.map((each, seq) => frame("continuity", THREAD, seq, each)),
    frame("session", RUN, 0, { type: "session_started", input: "Say hi" }),
    frame("session", RUN, 1, { type: "output_text_delta", delta: "Hi" }),
    frame("session", RUN, 2, { type: "session_ended", reason: "completed" }),
  ];
}
