import type { StateEntry } from "../../model/state.ts";
import { daysBetween } from "../use/retrieval-strength.ts";

/** Reasons to keep an entry, each from 0 to 1. */
export interface DreamSignals {
  /** How often it was read. */
  readonly frequency: number;
  /** The score it was committed with. */
  readonly relevance: number;
  /** How many different questions it answered. */
  readonly diversity: number;
  /** How recently it was read, or committed when it was never read. */
  readonly recency: number;
  /** How many others it replaces. */
  readonly consolidation: number;
  /** How long its text is. */
  readonly richness: number;
}

/** How much each signal counts. */
export type DreamWeights = Readonly<Record<keyof DreamSignals, number>>;

/** The default weights; they add up to 1. */
export const DREAM_WEIGHTS: DreamWeights = {
  frequency: 0.25,
  relevance: 0.2,
  diversity: 0.15,
  recency: 0.2,
  consolidation: 0.1,
  richness: 0.1,
};

const MANY_READS = 50;
const MANY_QUESTIONS = 5;
const MANY_TWINS = 8;
const LONG_TEXT = 1000;
const RECENT_DAYS = 30;

/** The signals of an entry at a moment. */
export function dreamSignals(
  entry: StateEntry,
  { now, questions, groupSize }: { now: Date; questions: number; groupSize: number },
): DreamSignals {
  const days = daysBetween(entry.last_access ?? entry.committed_at, now);
  return {
    frequency: Math.sqrt(share(entry.access_count ?? 0, MANY_READS)),
    relevance: Math.min(1, Math.max(0, entry.score)),
    diversity: share(questions, MANY_QUESTIONS),
    recency: Math.exp(-days / RECENT_DAYS),
    consolidation: share(Math.log2(groupSize), Math.log2(MANY_TWINS)),
    richness: Math.sqrt(share([...entry.content].length, LONG_TEXT)),
  };
}

/** The weighted mean of the signals, with six decimals so that every machine gets the same number. */
export function dreamScore(signals: DreamSignals, weights: DreamWeights): number {
  let sum = 0;
  let all = 0;
  for (const key of Object.keys(DREAM_WEIGHTS) as (keyof DreamSignals)[]) {
    sum += weights[key] * signals[key];
    all += weights[key];
  }
  return all === 0 ? 0 : rounded(sum / all);
}

/** A number with six decimals. */
export function rounded(value: number): number {
  return Number(value.toFixed(6));
}

function share(value: number, full: number): number {
  return Math.min(1, Math.max(0, value / full));
}
