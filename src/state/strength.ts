import { millisecondsOf } from "../model/values.ts";

/** How an entry's strength fades and recovers. */
export interface StrengthOptions {
  readonly half_life_days: number;
  readonly floor: number;
  readonly boost: number;
  /** Without it everything stays as strong as at first. */
  readonly enabled?: boolean;
}

/** How strength behaves unless told otherwise. */
export const STRENGTH: StrengthOptions = { half_life_days: 30, floor: 0.2, boost: 1.5 };

/** What is known about the use of an entry. */
export interface Use {
  /** When it was last read; when it was committed, if nobody read it. */
  readonly since: string;
  readonly accesses: number;
  /** How often someone said that it helped. */
  readonly useful: number;
}

const MANY_READS = 50;
const MANY_THANKS = 10;
const DAY_MS = 86_400_000;

/**
 * How strongly an entry asks to be recalled: it halves with time down to a floor, and use lifts it.
 * Confirmed use also slows the fading; a single read does not.
 */
export function retrievalStrength(use: Use, now: Date, options = STRENGTH): number {
  const { floor, boost, half_life_days, enabled = true } = options;
  if (!enabled) return 1;
  const age = Math.max(floor, 2 ** (-daysBetween(use.since, now) / Math.max(1, half_life_days)));
  const reads = Math.min(1, use.accesses / MANY_READS);
  const thanks = Math.min(1, use.useful / MANY_THANKS);
  const support = Math.min(1, Math.max(thanks, 0.8 * reads, 0.7 * thanks + 0.3 * reads));
  if (support === 0) return clamp(age, floor, boost);
  const kept = floor + (0.7 - floor) * thanks;
  return clamp((1 + (boost - 1) * support) * (kept + (1 - kept) * age), floor, boost);
}

/** Days from a time stamp to a moment; a time in the future is no days ago. */
export function daysBetween(timestamp: string, now: Date): number {
  const then = millisecondsOf(timestamp);
  return then === null ? 0 : Math.max(0, (now.getTime() - then) / DAY_MS);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
