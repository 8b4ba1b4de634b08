import type * as z from "zod";
import type { messageRefItem, turnStepItem } from "./context-items.ts";

/** The position of a part of a turn in its log. */
export interface TurnPlace {
  /** The thread whose log contains it; an ancestor for what a branch inherited. */
  readonly thread_id: string;
  readonly seq: number;
  readonly event_id: string;
}

/** What was asked. */
export interface TurnMessage extends TurnPlace {
  /** Which message of the conversation it is: 1, 2, 3 … without gaps, inherited ones included. */
  readonly ordinal: number;
  readonly content: string;
  readonly actor_id: string;
  readonly origin: string;
  /** Files and artifacts the message names, as they were recorded when it was posted. */
  readonly refs: readonly z.infer<typeof messageRefItem>[];
}

/** Something that was done between the question and the answer, in order. */
export type TurnStep = z.infer<typeof turnStepItem>;

/** What was answered. */
export interface TurnReply {
  readonly run_session_id: string;
  /** The joined output of the run; empty when there was none, null when it cannot be read. */
  readonly text: string | null;
  /** How the run ended; only `completed` needs no mark. */
  readonly reason: string;
}

/**
 * One exchange of a conversation. Strategies read turns, never the frames of a log, so that threads
 * and transcripts are compiled alike.
 */
export interface Turn {
  readonly user: TurnMessage;
  readonly steps: readonly TurnStep[];
  readonly reply: TurnReply | null;
}

/** A summary of everything up to a message, bound to it by a checkpoint. */
export interface Checkpoint {
  readonly checkpoint_id: string;
  readonly thread_id: string;
  /** Seq of the checkpoint's own event: of two for one cut, the later wins. */
  readonly seq: number;
  readonly to_seq: number;
  /** How many messages of the conversation, inherited ones included, lie at or before `to_seq`. */
  readonly to_ordinal: number;
  readonly to_message_id: string | null;
  readonly summary_kind: string;
  readonly summary_artifact_id: string;
}
