/**
 * Chooses what a sweep archives, for entries of a state and for units alike. The rules apply in
 * turn: age, then strength, then the number that remains; an item has the reason of the first rule
 * that applies.
 */

import { daysBetween } from "./retrieval-strength.ts";

/** Which items a sweep archives. */
export interface SweepRules {
  /** Items that were not read for more days than this, unless they are useful and still strong. */
  readonly ttl_days?: number | undefined;
  /** Items with less strength than this. */
  readonly min_strength?: number | undefined;
  /** Keep only so many items, the strongest. */
  readonly max_keep?: number | undefined;
  /** Archive the weaker half, or down to `max_keep`. */
  readonly lru: boolean;
}

/** An item that may be archived. */
export interface SweepCandidate<Item> {
  readonly item: Item;
  readonly strength: number;
  /** When it was last read; when it was added, if it was never read. */
  readonly since: string;
  readonly useful: number;
}

/** The reason for each item that a sweep archives; the first one when several apply. */
export function sweepReasons<Item>(
  active: readonly SweepCandidate<Item>[],
  { ttl_days, min_strength, max_keep, lru }: SweepRules,
  now: Date,
): Map<Item, string> {
  const reasons = new Map<Item, string>();
  for (const { item, strength, since, useful } of active) {
    const isProtected = useful > 0 && strength >= 1;
    const isOld = ttl_days !== undefined && daysBetween(since, now) > ttl_days;
    if (isOld && !isProtected) reasons.set(item, "ttl");
    else if (min_strength !== undefined && strength < min_strength) reasons.set(item, "strength");
  }
  const left = active.filter(({ item }) => !reasons.has(item));
  const weakest = left.toSorted((one, other) => one.strength - other.strength);
  const half = lru && max_keep === undefined ? Math.max(1, Math.floor(active.length / 2)) : 0;
  const surplus = max_keep === undefined ? half : Math.max(0, left.length - max_keep);
  for (const { item } of weakest.slice(0, surplus)) reasons.set(item, lru ? "lru" : "max_keep");
  return reasons;
}
