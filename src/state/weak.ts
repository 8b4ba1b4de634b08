import { daysBetween } from "./strength.ts";

/** What a sweep puts away. */
export interface WeakRules {
  /** What was not read for more days than this, unless it proved useful. */
  readonly ttl_days?: number | undefined;
  /** What is weaker than this. */
  readonly min_strength?: number | undefined;
  /** Only so many stay, the strongest. */
  readonly max_keep?: number | undefined;
  /** The weaker half goes, when nothing says how many stay. */
  readonly lru: boolean;
}

/** Something that may be put away, as far as the decision goes. */
export interface Weighed<Each> {
  readonly each: Each;
  readonly strength: number;
  /** When it was last read; when it came in, if nobody read it. */
  readonly since: string;
  readonly useful: number;
}

/** Why each thing goes; one that goes for two reasons names the first. */
export function reasonsToGo<Each>(
  active: readonly Weighed<Each>[],
  { ttl_days, min_strength, max_keep, lru }: WeakRules,
  now: Date,
): Map<Each, string> {
  const reasons = new Map<Each, string>();
  for (const { each, strength, since, useful } of active) {
    const isKept = useful > 0 && strength >= 1;
    const isOld = ttl_days !== undefined && daysBetween(since, now) > ttl_days;
    if (isOld && !isKept) reasons.set(each, "ttl");
    else if (min_strength !== undefined && strength < min_strength) reasons.set(each, "strength");
  }
  const left = active.filter(({ each }) => !reasons.has(each));
  const weakest = left.toSorted((one, other) => one.strength - other.strength);
  const half = lru && max_keep === undefined ? Math.max(1, Math.floor(active.length / 2)) : 0;
  const surplus = max_keep === undefined ? half : Math.max(0, left.length - max_keep);
  for (const { each } of weakest.slice(0, surplus)) reasons.set(each, lru ? "lru" : "max_keep");
  return reasons;
}
