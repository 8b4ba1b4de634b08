import * as z from "zod";
import type { StreamKind } from "./event.ts";
import {
  type FrameField,
  freeForm,
  json,
  optional,
  ordered,
  orNull,
  reason,
  text,
  value,
} from "./frame-fields.ts";
import { count } from "./values.ts";

/** A type of event that rip-style logs know. */
export interface FrameType {
  readonly kind: Extract<StreamKind, "continuity" | "session" | "task">;
  /** Where a frame has its actor keys: nowhere, before its other keys, or after them. */
  readonly actor: "none" | "first" | "last";
  /** Its keys in the order of a frame, without the actor keys (`actor_id`, `origin`). */
  readonly fields: Readonly<Record<string, FrameField>>;
}

const id = value(z.string());
const number = value(count);
const flag = value(z.boolean());
const list = value(z.array(z.string()));
const any = value(z.json());

const checkpointOrder = "checkpoint_id summary_kind summary_artifact_id to_seq";
const objects = z.array(z.looseObject({}));

/** The place in an agent's session that a frame was imported from. */
const source = optional(ordered(z.looseObject({}), "transcript_id item_id file line"));

function thread(fields: FrameType["fields"], actor: FrameType["actor"] = "last"): FrameType {
  return { kind: "continuity", actor, fields };
}

function session(fields: FrameType["fields"]): FrameType {
  return { kind: "session", actor: "none", fields };
}

function task(fields: FrameType["fields"]): FrameType {
  return { kind: "task", actor: "none", fields: { task_id: id, ...fields } };
}

/** Every type of frame. Keys after a blank line are ours; readers of rip-style logs pass over them. */
export const frameTypes = {
  continuity_created: thread({ workspace: id, title: orNull(text) }, "none"),
  continuity_message_appended: thread(
    {
      content: text,

      refs: optional(ordered(objects, "type path artifact_id checkpoint_id note mime")),
      source,
    },
    "first",
  ),
  continuity_run_spawned: thread({ run_session_id: id, message_id: id }),
  continuity_context_selection_decided: thread({
    run_session_id: id,
    message_id: id,
    compiler_id: id,
    compiler_strategy: id,
    limits: freeForm,
    compaction_checkpoint: optional(ordered(z.looseObject({}), checkpointOrder)),
    compaction_checkpoints: optional(ordered(objects, checkpointOrder)),
    resets: optional(ordered(objects, "input action reason ref")),
    reason: optional(freeForm),

    base: optional(ordered(z.looseObject({}), "kind thread_id seq artifact_id")),
    omitted: optional(freeForm),
    as_of_seq: optional(number),
    state: optional(ordered(z.looseObject({}), "artifact_id state_hash bytes")),
  }),
  continuity_context_compiled: thread({
    run_session_id: id,
    bundle_artifact_id: id,
    compiler_id: id,
    compiler_strategy: id,
    from_seq: number,
    from_message_id: optional(id),

    digest: optional(id),
    bytes: optional(number),
    as_of_seq: optional(number),
    renderer: optional(freeForm),
  }),
  continuity_provider_cursor_updated: thread({
    provider: id,
    endpoint: optional(id),
    model: optional(id),
    cursor: orNull(freeForm),
    action: id,
    reason: optional(reason),
    run_session_id: optional(id),
  }),
  continuity_compaction_checkpoint_created: thread({
    checkpoint_id: id,
    cut_rule_id: id,
    summary_kind: id,
    summary_artifact_id: id,
    from_seq: number,
    from_message_id: optional(id),
    to_seq: number,
    to_message_id: optional(id),

    digest: optional(id),
    bytes: optional(number),
  }),
  continuity_compaction_auto_schedule_decided: thread({
    decision_id: id,
    policy_id: id,
    decision: id,
    execute: flag,
    stride_messages: number,
    max_new_checkpoints: number,
    block_on_inflight: flag,
    message_count: number,
    cut_rule_id: id,
    planned: ordered(objects, "target_message_ordinal to_seq to_message_id"),
    job_id: optional(id),
    job_kind: optional(id),
    reason: optional(freeForm),
  }),
  continuity_job_spawned: thread({ job_id: id, job_kind: id, details: optional(freeForm) }),
  continuity_job_ended: thread({
    job_id: id,
    job_kind: id,
    status: id,
    result: optional(freeForm),
    error: optional(reason),
  }),
  continuity_run_ended: thread({
    run_session_id: id,
    message_id: id,
    reason,

    reply_artifact_id: optional(id),
    reply_bytes: optional(number),
    error: optional(ordered(z.looseObject({}), "code message")),
  }),
  continuity_tool_side_effects: thread({
    run_session_id: id,
    tool_id: id,
    tool_name: id,
    affected_paths: orNull(list),
    checkpoint_id: orNull(id),
  }),
  continuity_branched: thread({
    parent_thread_id: id,
    parent_seq: number,
    parent_message_id: optional(id),
  }),
  continuity_handoff_created: thread({
    from_thread_id: id,
    from_seq: number,
    from_message_id: optional(id),
    summary_artifact_id: optional(id),
    summary_markdown: optional(text),
  }),
  /** Ours: whether lists still show the thread. */
  continuity_archived: thread({ archived: flag }),

  session_started: session({ input: text }),
  output_text_delta: session({
    delta: text,

    source,
  }),
  session_ended: session({
    reason,

    error: optional(ordered(z.looseObject({}), "code message")),
  }),
  tool_started: session({
    tool_id: id,
    name: id,
    args: json,
    timeout_ms: orNull(number),

    source,
  }),
  tool_stdout: session({
    tool_id: id,
    chunk: text,

    source,
  }),
  tool_stderr: session({ tool_id: id, chunk: text }),
  tool_ended: session({
    tool_id: id,
    exit_code: value(z.int()),
    duration_ms: number,
    artifacts: orNull(any),

    source,
  }),
  tool_failed: session({
    tool_id: id,
    error: text,

    source,
  }),
  provider_event: session({
    provider: id,
    status: id,
    event_name: orNull(id),
    data: orNull(json),
    raw: orNull(text),
    errors: list,
    response_errors: list,
  }),
  checkpoint_created: session({
    checkpoint_id: id,
    label: id,
    created_at_ms: number,
    files: list,
    auto: flag,
    tool_name: orNull(id),
  }),
  checkpoint_rewound: session({ checkpoint_id: id, label: id, files: list }),
  checkpoint_failed: session({ action: id, error: reason }),

  tool_task_spawned: task({
    tool_name: id,
    args: json,
    cwd: orNull(id),
    title: orNull(text),
    execution_mode: id,
    origin_session_id: orNull(id),
    artifacts: orNull(any),
  }),
  tool_task_status: task({
    status: id,
    exit_code: orNull(value(z.int())),
    started_at_ms: orNull(number),
    ended_at_ms: orNull(number),
    artifacts: orNull(any),
    error: orNull(reason),
  }),
  tool_task_cancel_requested: task({ reason }),
  tool_task_cancelled: task({ reason, wall_time_ms: orNull(number) }),
  tool_task_output_delta: task({ stream: id, chunk: text, artifacts: orNull(any) }),
  tool_task_stdin_written: task({ chunk_b64: text }),
  tool_task_resized: task({ rows: number, cols: number }),
  tool_task_signalled: task({ signal: id }),
} as const satisfies Readonly<Record<string, FrameType>>;

/** The name of a type of frame. */
export type FrameName = keyof typeof frameTypes;

/** The type of frame with a name; null when rip-style logs and we know none. */
export function frameTypeOf(name: string): FrameType | null {
  return Object.hasOwn(frameTypes, name) ? frameTypes[name as FrameName] : null;
}
