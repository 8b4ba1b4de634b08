import { addCalls, callsBetween } from "./add-calls.ts";
import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";
import type { ItemSize } from "./item-size.ts";

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
  for (const [position, allowed] of [...limits].toSorted(([one], [other]) => other - one)) {
    const { bytes: most = 0, call_id = null } = sizes[position] ?? {};
    if (call_id === null || allowed === UNLIMITED || left <= 0) continue;
    const wanted = Math.floor(Math.min(most, allowed + left));
    limits.set(position, wanted === most ? UNLIMITED : wanted);
    left -= wanted - allowed;
  }
}
