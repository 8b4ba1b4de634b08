import { millisecondsOf } from "../../model/values.ts";

/** How an entry's strength fades and recovers. */
export interface DecayOptions {
  readonly half_life_days: number;
  /** Strength below which no entry falls, 0 to 1. */
  readonly floor: number;
  /** Strength of an entry with full support; 1 is that of a new entry. */
  readonly boost: number;
  /** When false, every entry keeps its full strength. */
  readonly enabled?: boolean;
}

/** The default decay. */
export const DEFAULT_DECAY: DecayOptions = { half_life_days: 30, floor: 0.2, boost: 1.5 };

/** How an entry was used. */
export interface UsageFacts {
  /** When it was last read; when it was committed, if it was never read. */
  readonly since: string;
  readonly accesses: number;
  /** How often it was marked as useful. */
  readonly useful: number;
}

/** From these counts on, further use raises the strength no more. */
const MANY_READS = 50;
const MANY_USEFUL = 10;
const DAY_MS = 86_400_000;

/**
 * How strongly an entry should be recalled. Strength halves with time down to a floor, and use raises it. Being
 * marked as useful also slows the decay; being read does not, because a read only shows that a search found it.
 */
export function retrievalStrength(use: UsageFacts, now: Date, options = DEFAULT_DECAY): number {
  const { floor, boost, half_life_days, enabled = true } = options;
  if (!enabled) return 1;
  const age = Math.max(floor, 2 ** (-daysBetween(use.since, now) / Math.max(1, half_life_days)));
  const reads = Math.min(1, use.accesses / MANY_READS);
  const useful = Math.min(1, use.useful / MANY_USEFUL);
  // Reads alone reach at most 80 % of what confirmed use reaches.
  const support = Math.min(1, Math.max(useful, 0.8 * reads, 0.7 * useful + 0.3 * reads));
  if (support === 0) return clamp(age, floor, boost);
  // Confirmed use raises the share that does not decay from the floor up to 70 %.
  const permanent = floor + (0.7 - floor) * useful;
  return clamp((1 + (boost - 1) * support) * (permanent + (1 - permanent) * age), floor, boost);
}

/** Days from a time stamp to a moment; 0 for a time in the future. */
export function daysBetween(timestamp: string, now: Date): number {
  const then = millisecondsOf(timestamp);
  return then === null ? 0 : Math.max(0, (now.getTime() - then) / DAY_MS);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
