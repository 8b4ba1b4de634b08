import type { ContextItem } from "../../model/context-items.ts";
import type { Checkpoint, Turn, TurnPlace } from "../../model/turn.ts";

/** What a thread began with, when it did not begin empty. */
export interface ThreadBase {
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
  readonly ref?: Readonly<Record<string, string | number>>;
}

/** Checkpoints of one thread, up to a seq. */
export interface CheckpointBound {
  readonly thread_id: string;
  readonly to_seq: number;
}

/**
 * Everything that a strategy may read: what lies at or before the cut, and nothing else. No clock,
 * no disk, no iteration order that depends on anything but the events.
 */
export interface StrategyInput {
  /** The thread that is compiled; items of its ancestors name their own thread. */
  readonly thread_id: string;
  /**
   * The turn whose message is answered now, perhaps without its steps. A reply is set only when its run
   * ended at or before the cut.
   */
  readonly anchor: Turn;
  /** Turns before the anchor, newest first, read as far as the strategy asks. */
  earlier(): AsyncIterable<Turn>;
  /**
   * Checkpoints of any kind, the greatest `to_seq` first and of equals the greatest `seq`: those of the
   * thread itself, then of its parent, and so on. In the thread itself `to_seq` is at most the cut and `seq`
   * at most the head that was read; in an ancestor both are at most what was inherited.
   * With `below`, those of that thread alone, at or below that seq.
   */
  checkpoints(below?: CheckpointBound): AsyncIterable<Checkpoint>;
  /** The position of a message by its ordinal; called only for ordinals before the anchor's. */
  place(ordinal: number): Promise<TurnPlace>;
  readonly base: ThreadBase | null;
  /** The committed state to show first, as an artifact that contains its rendering. */
  readonly state: {
    readonly artifact_id: string;
    readonly state_hash: string;
    readonly bytes: number;
  } | null;
  /** The bytes of an artifact; null when it is not there, `E_DIGEST` when it is not what its name says. */
  text(artifactId: string): Promise<Uint8Array | null>;
  /** The size of an artifact in bytes, without reading it; null when it is not there. */
  size(artifactId: string): Promise<number | null>;
}

/** Numbers a strategy keeps to; recorded with the compile. */
export interface StrategyLimits {
  readonly max_input_tokens: number;
  readonly reserved_output_tokens: number;
  readonly max_items: number;
  readonly max_bytes: number;
  readonly summary_share_percent: number;
  readonly estimator: string;
  /** What the declarations of tools cost, when there are some. */
  readonly tool_tokens?: number;
}

/** The limits of a compile that was given none. */
export const defaultLimits: StrategyLimits = {
  max_input_tokens: 100_000,
  reserved_output_tokens: 0,
  max_items: 100_000,
  max_bytes: 16 * 1024 * 1024,
  // A full summary has twenty thousand characters: half of the smallest sensible budget.
  summary_share_percent: 50,
  estimator: "utf8_bytes_div4_v1",
};

/** One item, and what it costs. */
export interface ChosenItem {
  readonly item: ContextItem;
  readonly tokens: number;
  readonly bytes: number;
  /** Why it is in, in words for people. */
  readonly why: string;
}

/** Messages before the anchor that are not shown; ranges never overlap. */
export interface LeftOut {
  readonly from_seq: number;
  readonly to_seq: number;
  readonly messages: number;
  /** `summarised`: a chosen summary covers them. The model does not see the others at all. */
  readonly reason: "summarised" | "outside_window" | "over_budget";
  /** The limit that was reached. */
  readonly limit?: string;
  /** The ancestor an end of the range lies in. */
  readonly from_thread_id?: string;
  readonly to_thread_id?: string;
}

/** What a strategy chose, what it left out and why. */
export interface Selection {
  readonly strategy: string;
  readonly chosen: readonly ChosenItem[];
  /** The checkpoints of the chosen summaries, oldest first. */
  readonly summaries: readonly Checkpoint[];
  readonly leftOut: readonly LeftOut[];
  readonly resets: readonly Reset[];
  /** As recorded: `{ selected, cause, … }`. */
  readonly reason: Readonly<Record<string, unknown>>;
  readonly limits: Readonly<Record<string, string | number>>;
}

/**
 * A way to choose what a model is given.
 *
 * Contract, checked by test/conformance/strategy-suite.ts over the registry:
 * - the anchor's message is in, and is the last item while its reply is still to come; else `E_OVER_BUDGET` is thrown;
 * - the same input gives the same selection;
 * - shown and left-out messages add up to all messages; a tool call and its result go together;
 * - no more of `earlier` is read than fits the limits, and the turn that does not fit.
 */
export interface Strategy {
  readonly name: string;
  readonly description: string;
  /**
   * What it needs of a turn: message and reply only, or also the steps. What is not needed is not
   * read.
   */
  readonly reads: "messages" | "turns";
  select(input: StrategyInput, limits: StrategyLimits): Promise<Selection>;
}
