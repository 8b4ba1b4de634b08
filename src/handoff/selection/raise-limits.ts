import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";
import type { ItemSize } from "./item-size.ts";

/**
 * Gives items that were shortened what they need, the newest first; returns the bytes that are left. `shareOf` is how much
 * of what is left an item may take; null for one that stays as it is.
 */
export function raiseLimits(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  bytes: number,
  shareOf: (item: ItemSize) => number | null,
): number {
  let left = bytes;
  for (const [position, allowed] of [...limits].toSorted(([one], [other]) => other - one)) {
    const item = sizes[position];
    const share = item === undefined ? null : shareOf(item);
    if (item === undefined || share === null || allowed === UNLIMITED || left <= 0) continue;
    const wanted = Math.floor(Math.min(item.bytes, allowed + left * share));
    limits.set(position, wanted === item.bytes ? UNLIMITED : wanted);
    left -= wanted - allowed;
  }
  return left;
}
