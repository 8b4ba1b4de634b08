import { type CutRule, checkStride, clampCuts, cutRuleId } from "./cut-points.ts";
import type { Cut } from "./message-index.ts";

/** The numbers a schedule was decided under. */
export interface SchedulePolicy {
  readonly stride_messages?: number;
  /** Compact when more than this many tokens are not summarised, instead of counting messages. */
  readonly over_tokens?: number;
  readonly max_new_checkpoints?: number;
  readonly block_on_inflight?: boolean;
}

/** The outcome of a schedule; only the last two are recorded, because the others change nothing. */
export type ScheduleDecision = "noop" | "dry_run" | "skipped_inflight" | "scheduled";

/** The rule that a policy's cuts follow. */
export function cutRuleOf({ stride_messages, over_tokens }: SchedulePolicy): CutRule {
  if (over_tokens !== undefined) return { over_tokens };
  return { stride_messages: checkStride(stride_messages) };
}

/**
 * The name of a policy with all its numbers, so that a recorded decision can be understood on its
 * own.
 */
export function policyId(policy: SchedulePolicy): string {
  const rule = cutRuleId(cutRuleOf(policy));
  const max = clampCuts(policy.max_new_checkpoints);
  const block = policy.block_on_inflight ?? true;
  return `compaction_auto_schedule_v1/${rule}/max_new_checkpoints_v1/${max}/block_on_inflight_v1/${block}`;
}

/** Decides whether planned cuts are made now. */
export function decideSchedule(
  planned: readonly Cut[],
  options: {
    readonly dry_run: boolean;
    readonly block_on_inflight: boolean;
    readonly inflight_job_id: string | null;
  },
): ScheduleDecision {
  if (planned.length === 0) return "noop";
  if (options.dry_run) return "dry_run";
  return options.block_on_inflight && options.inflight_job_id !== null
    ? "skipped_inflight"
    : "scheduled";
}
