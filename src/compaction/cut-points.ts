/**
 * Where a thread may be cut. A stride cuts after every n-th own message, so that the same thread
 * has the same cut points on every machine; inherited messages do not count, because ancestors have
 * their own checkpoints.
 */

import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import { CUMULATIVE } from "../model/summary-document.ts";
import { type Cut, cutAt, cutSchema, type MessageIndex, newestOf } from "./message-index.ts";

/** Messages between two checkpoints, by default. */
export const DEFAULT_STRIDE = 10_000;
/** Most cuts that one call lists or makes. */
const MAX_CUTS = 32;

/** A place where the thread can be cut, and whether it has been. */
const cutPointSchema = () =>
  z.object({
    ...cutSchema().shape,
    already_checkpointed: z.boolean(),
    latest_checkpoint_id: z.string().nullable(),
  });

/** A place where the thread can be cut, and whether it has been. */
export type CutPoint = z.infer<ReturnType<typeof cutPointSchema>>;

/** Where a thread can be cut, newest first. */
export const cutPointsSchema = () =>
  z.object({
    thread_id: z.string(),
    stride_messages: z.number(),
    message_count: z.number(),
    cut_rule_id: z.string(),
    /** How many were asked for, after clamping. */
    limit: z.number(),
    cut_points: z.array(cutPointSchema()).readonly(),
  });

/** Where a thread can be cut, newest first. */
export type CutPoints = z.infer<ReturnType<typeof cutPointsSchema>>;

/** The rule of cuts at every `stride`-th message. */
export function strideRuleId(stride: number): string {
  return `stride_messages_v1/${stride}`;
}

/** What makes automatic cuts due: a number of messages, or tokens that have gathered. */
export type CutRule = { readonly stride_messages: number } | { readonly over_tokens: number };

/**
 * The name of a rule with its number: recorded with each checkpoint, so that its cut can be
 * explained later.
 */
export function cutRuleId(rule: CutRule): string {
  return "over_tokens" in rule
    ? `over_tokens_v1/${rule.over_tokens}`
    : strideRuleId(rule.stride_messages);
}

/** The rule of a cut that someone named. */
export const MANUAL_CUT_RULE = "manual_v1";

/** Lists where a thread can be cut. Reads as many messages as it lists. */
export async function cutPoints(
  index: MessageIndex,
  options: { readonly stride_messages?: number; readonly limit?: number } = {},
): Promise<CutPoints> {
  const stride = checkStride(options.stride_messages);
  const limit = clampCuts(options.limit);
  const points: CutPoint[] = [];
  for (const ordinal of newestOrdinals(index, stride)) {
    if (points.length === limit) break;
    const cut = await cutAt(index, ordinal);
    const existing = newestOf(index.checkpoints.filter(({ to_seq }) => to_seq === cut.to_seq));
    points.push({
      ...cut,
      already_checkpointed: existing !== null,
      latest_checkpoint_id: existing?.checkpoint_id ?? null,
    });
  }
  return {
    thread_id: index.thread_id,
    stride_messages: stride,
    message_count: index.message_count,
    cut_rule_id: strideRuleId(stride),
    limit,
    cut_points: points,
  };
}

/**
 * The cuts that automatic compaction makes next: the oldest first, so that each continues the one
 * before.
 */
export async function planCuts(
  index: MessageIndex,
  options: { readonly stride_messages?: number; readonly max_new_checkpoints?: number } = {},
): Promise<readonly Cut[]> {
  const stride = checkStride(options.stride_messages);
  const limit = clampCuts(options.max_new_checkpoints);
  const done = cumulativeOrdinals(index);
  const planned: Cut[] = [];
  for (let ordinal = stride; ordinal <= index.message_count; ordinal += stride) {
    if (planned.length === limit) break;
    if (!done.has(ordinal)) planned.push(await cutAt(index, ordinal));
  }
  return planned;
}

/** The newest place that has no usable checkpoint; it may lie before the latest checkpoint. */
export async function nextCutPoint(index: MessageIndex, stride_messages?: number) {
  const done = cumulativeOrdinals(index);
  for (const ordinal of newestOrdinals(index, checkStride(stride_messages))) {
    if (!done.has(ordinal)) return cutAt(index, ordinal);
  }
  return null;
}

/** The stride, or `E_USAGE` when messages cannot be counted off by it. */
export function checkStride(stride: number = DEFAULT_STRIDE): number {
  if (Number.isSafeInteger(stride) && stride > 0) return stride;
  throw new HoldallError(
    "E_USAGE",
    `Cannot use a stride of ${stride} messages: not a positive integer`,
    {
      cure: "use an integer from 1 on",
    },
  );
}

/** How many cuts one call may list or make. */
export function clampCuts(wanted = 1): number {
  return Math.min(MAX_CUTS, Math.max(1, Math.trunc(wanted)));
}

function* newestOrdinals({ message_count }: MessageIndex, stride: number): Generator<number> {
  const top = Math.floor(message_count / stride) * stride;
  for (let ordinal = top; ordinal > 0; ordinal -= stride) yield ordinal;
}

/**
 * Only cumulative checkpoints count as done: one of an unsupported kind must not block its cut for
 * ever.
 */
function cumulativeOrdinals({ checkpoints, inherited_count }: MessageIndex): ReadonlySet<number> {
  const usable = checkpoints.filter(({ summary_kind }) => summary_kind === CUMULATIVE);
  return new Set(usable.map(({ to_ordinal }) => to_ordinal - inherited_count));
}
