import type { ContextItem } from "../model/context-items.ts";
import type { Checkpoint, Turn } from "../model/turn.ts";

/** What a thread began with, when it did not begin empty. */
export interface Base {
  readonly kind: "branch" | "handoff";
  readonly thread_id: string;
  readonly seq: number;
  /** The handed-over bundle; only of a handoff. */
  readonly artifact_id?: string;
}

/** Something that was asked for and could not be used as it is. */
export interface Reset {
  readonly input: string;
  readonly action: "ignored" | "skipped" | "dropped" | "trimmed" | "replaced";
  readonly reason: string;
  readonly ref?: Readonly<Record<string, unknown>>;
}

/** What a strategy may look at: everything at or before the cut, nothing else. No clock, no disk, no order of maps. */
export interface StrategyInput {
  /** The turn whose message is answered now; its reply is still to come. */
  readonly anchor: Turn;
  /** Turns before the anchor, newest first, read as far as the strategy asks. */
  earlier(): AsyncIterable<Turn>;
  /** Messages before the anchor in all, whether read or not. */
  readonly earlierCount: number;
  /** Checkpoints that may be used, any kind, in the order of their `to_seq`; see `eligible` in ladder.ts. */
  readonly checkpoints: readonly Checkpoint[];
  readonly base: Base | null;
  /** The committed state to show first. */
  readonly state: {
    readonly artifact_id: string;
    readonly state_hash: string;
    readonly bytes: number;
  } | null;
  /** The bytes of an artifact, verified; null when it is not there. */
  text(artifactId: string): Promise<Uint8Array | null>;
}

/** Numbers a strategy keeps to; recorded with the compile. */
export interface StrategyLimits {
  readonly max_input_tokens: number;
  readonly reserved_output_tokens: number;
  readonly max_items: number;
  readonly max_bytes: number;
  readonly summary_share_percent: number;
  readonly estimator: string;
}

/** One item, and what it costs. */
export interface Chosen {
  readonly item: ContextItem;
  readonly tokens: number;
  /** Why it is in, in words for people. */
  readonly why: string;
}

/** Messages that were left out. */
export interface Omitted {
  readonly from_seq: number;
  readonly to_seq: number;
  readonly messages: number;
  readonly reason: string;
}

/** What a strategy chose, what it left out and why. */
export interface Selection {
  /** The strategy as it is recorded; a v1 strategy may name the one its number of summaries makes it. */
  readonly strategy: string;
  readonly chosen: readonly Chosen[];
  readonly summaries: readonly Checkpoint[];
  readonly omitted: readonly Omitted[];
  readonly resets: readonly Reset[];
  /** As recorded: `{ selected, cause, … }`. */
  readonly reason: Readonly<Record<string, unknown>>;
  readonly limits: Readonly<Record<string, unknown>>;
}

/**
 * A way to choose what a model is given.
 *
 * Contract, checked by test/conformance/strategy-suite.ts over the registry:
 * - the anchor's message is in, and is the last item; else `E_OVER_BUDGET` is thrown;
 * - the same input gives the same selection;
 * - what is left out is counted, with a reason; a tool call and its result go together;
 * - no more of `earlier` is read than the limits can hold.
 */
export interface Strategy {
  readonly name: string;
  readonly description: string;
  select(input: StrategyInput, limits: StrategyLimits): Promise<Selection>;
}
