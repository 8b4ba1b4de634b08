import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";
import type { ItemSize } from "./item-size.ts";

/** The positions of a call and its results. */
export interface CallPosition {
  readonly call: number;
  readonly results: readonly number[];
}

/** The calls between two positions with their results, the newest call first. */
export function callsBetween(
  sizes: readonly ItemSize[],
  start: number,
  end: number,
): readonly CallPosition[] {
  const results = new Map<string, number[]>();
  const calls: CallPosition[] = [];
  for (let position = end - 1; position >= start; position--) {
    const { kind, call_id } = sizes[position] ?? {};
    if (typeof call_id !== "string") continue;
    const known = results.get(call_id) ?? [];
    if (kind === "tool_result") results.set(call_id, [...known, position]);
    else calls.push({ call: position, results: known });
  }
  return calls;
}

/** Which calls are added, and the bytes for them. */
interface CallSpace {
  readonly calls: readonly CallPosition[];
  /** For all of them. */
  readonly left: number;
  /** For one call or one result: the most that it may have, and the least that is worth carrying. */
  readonly maxBytes: number;
  readonly minBytes: number;
}

/**
 * Adds calls with their results while there is space; the last one may be shortened to what is left. Of what was run or
 * changed several times only the newest is added. Answers with the bytes that are left.
 */
export function addCalls(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  { calls, left: free, maxBytes, minBytes }: CallSpace,
): number {
  let left = free;
  const seen = new Set([...limits.keys()].map((position) => sizes[position]?.signature));
  for (const { call, results } of calls) {
    const parts = [call, ...results];
    const { signature = null } = sizes[call] ?? {};
    // What was run again later says how things are; the earlier run says how they were.
    if (limits.has(call) || seen.has(signature)) continue;
    seen.add(signature);
    const frames = parts.reduce((sum, position) => sum + (sizes[position]?.frame ?? 0), 0);
    if (left < parts.length * minBytes + frames) break;
    const each = Math.floor(Math.min(maxBytes, (left - frames) / parts.length));
    for (const position of parts) {
      const { bytes = 0, frame = 0 } = sizes[position] ?? {};
      limits.set(position, bytes > each ? each : UNLIMITED);
      left -= Math.min(bytes, each) + frame;
    }
  }
  return left;
}
