import { addCalls, callsBetween } from "./add-calls.ts";
import type { ByteLimits } from "./byte-limits.ts";
import type { ItemSize } from "./item-size.ts";
import { raiseLimits } from "./raise-limits.ts";

/** The most of a call or a result in bytes, first for many of them, then for those that are carried. */
const FIRST_BYTES = 600;
/** The least of a call or a result that is worth carrying: its command, or its beginning and its end. */
const MIN_BYTES = 120;

/** Spends a number of bytes on calls, the newest first and those that changed something before those that looked. */
export function spendOnCalls(limits: ByteLimits, sizes: readonly ItemSize[], bytes: number): void {
  const calls = callsBetween(sizes, 0, sizes.length);
  const acting = calls.filter(({ call }) => sizes[call]?.isLook !== true);
  const size = { maxBytes: FIRST_BYTES, minBytes: MIN_BYTES };
  let left = addCalls(limits, sizes, { calls: acting, left: bytes, ...size });
  left = addCalls(limits, sizes, { calls, left, ...size });
  raiseLimits(limits, sizes, left, ({ call_id }) => (call_id === null ? null : 1));
}
