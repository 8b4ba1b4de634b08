import type { Meter } from "./measure.ts";

/** One promise about speed or memory. */
export interface Figure {
  readonly name: string;
  readonly unit: "time" | "memory";
  /** Ours may be at most this many times the rival's; none where nothing was promised. */
  readonly limit: number | null;
  readonly rounds: number;
  /** Which of the rounds decides, from 0 for the best to 1 for the worst; the middle one by default. */
  readonly quantile?: number;
  /**
   * The middle of the ratios of single rounds decides, not the ratio of the middle rounds: for rounds
   * so short that both sides of one meet the same disk, whose speed differs from second to second.
   */
  readonly byRound?: true;
  /** Needs a gigabyte or minutes: only with `--large`. */
  readonly large?: true;
  /** Where both are in the plot: the name of the line, and the number of events of each. */
  readonly plot?: { readonly line: string; readonly ours: number; readonly rival: number };
  /** Where ours is in the plot of a refresh: how many times as large the responsibility is. */
  readonly scale?: number;
  /** Makes the inputs in a folder of its own and says what to measure. */
  prepare(folder: string, shared: string): Promise<Contest>;
}

/** What is measured, and what it may cost: something else that is measured, or a fixed number. */
export interface Contest {
  readonly ours: Meter;
  readonly rival: Meter | number;
  /** Closes what was opened. */
  readonly end?: () => Promise<void>;
}
