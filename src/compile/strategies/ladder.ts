/**
 * The ladder of summaries. A thread may have many cumulative summaries, each from the beginning up
 * to some seq. A compile uses at most three: the newest usable one, then the newest that reaches at
 * most half as far, then half of that. Older ones are worth their cost because a summary is bounded
 * in length: the less it covers, the more detail it has about the beginning.
 *
 * Whatever cannot be used (another kind, altered or missing bytes, covering the question itself) is
 * recorded as a reset, and the search continues downwards. It never fails: a strategy that needs
 * summaries decides that.
 */

import { HoldallError } from "../../base/errors.ts";
import { CUMULATIVE, readSummary } from "../../model/summary-document.ts";
import type { Checkpoint } from "../../model/turn.ts";
import type { CheckpointBound, Reset, StrategyInput } from "./strategy.ts";

/** Most summaries that a compile refers to; recorded with the limits of each compile. */
export const MAX_RUNGS = 3;

/** A checkpoint whose summary was read and can be used. */
export interface Rung {
  readonly checkpoint: Checkpoint;
  readonly markdown: string;
}

/** Summaries from the newest down, each reaching at most half as far as the one before. */
export interface Ladder {
  /**
   * The next rung, or null if there is none. An unusable checkpoint is recorded, and the next older
   * one tried.
   */
  next(): Promise<Rung | null>;
  /** Whether some checkpoint is usable as far as its event shows; reads no summary. */
  hasCandidate(): Promise<boolean>;
  /** Why a compile has no summary, as one of the fixed reasons of the selection event. */
  missingReason(): string;
  readonly resets: readonly Reset[];
}

/** What was passed over on the way down, for the record. */
interface LadderNotes {
  readonly resets: Reset[];
  readonly kinds: Set<string>;
  /** The kind of the newest checkpoint; null while none was seen. */
  newestKind: string | null;
}

/** Opens the ladder of a compile. */
export function openLadder(input: StrategyInput): Ladder {
  const notes: LadderNotes = { resets: [], kinds: new Set(), newestKind: null };
  let below: CheckpointBound | undefined;
  let rungs = 0;
  let ended = false;
  return {
    resets: notes.resets,
    missingReason: () => missingReason(notes),
    async hasCandidate() {
      for await (const _ of candidates(input, undefined, notes)) return true;
      return false;
    },
    async next() {
      if (ended || rungs === MAX_RUNGS) return null;
      const rung = await firstUsable(input, below, notes);
      // Seq 0 is the creation of the thread, so that nothing reaches less far than seq 1.
      ended = rung === null || rung.checkpoint.to_seq <= 1;
      if (rung === null) return null;
      rungs += 1;
      const { thread_id, to_seq } = rung.checkpoint;
      below = { thread_id, to_seq: Math.floor(to_seq / 2) };
      return rung;
    },
  };
}

async function firstUsable(
  input: StrategyInput,
  below: CheckpointBound | undefined,
  notes: LadderNotes,
): Promise<Rung | null> {
  for await (const checkpoint of candidates(input, below, notes)) {
    const found = await readRung(input, checkpoint);
    if (typeof found !== "string") return found;
    const { checkpoint_id, summary_artifact_id, to_seq } = checkpoint;
    const ref = { checkpoint_id, summary_artifact_id, to_seq };
    notes.resets.push({ input: "compaction_checkpoint", action: "skipped", reason: found, ref });
  }
  return null;
}

/** Checkpoints that may become a rung; the others are recorded and passed over. */
async function* candidates(
  input: StrategyInput,
  below: CheckpointBound | undefined,
  notes: LadderNotes,
): AsyncGenerator<Checkpoint> {
  for await (const checkpoint of input.checkpoints(below)) {
    const { summary_kind, to_ordinal } = checkpoint;
    notes.newestKind ??= summary_kind;
    if (summary_kind !== CUMULATIVE) noteKind(notes, summary_kind);
    // A summary that covers the anchor would push the question itself out of the window.
    else if (to_ordinal >= input.anchor.user.ordinal) noteCovering(notes, checkpoint);
    else yield checkpoint;
  }
}

async function readRung(input: StrategyInput, checkpoint: Checkpoint): Promise<Rung | string> {
  const bytes = await readArtifact(input, checkpoint.summary_artifact_id);
  if (typeof bytes === "string") return bytes;
  const read = readSummary(bytes, checkpoint);
  return "fault" in read ? read.fault : { checkpoint, markdown: read.summary.summary_markdown };
}

async function readArtifact(input: StrategyInput, id: string): Promise<Uint8Array | string> {
  try {
    return (await input.text(id)) ?? "artifact_unavailable";
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_DIGEST") {
      return "artifact_digest_mismatch";
    }
    throw error;
  }
}

/**
 * One line per kind: a thread may have thousands of checkpoints of a kind that is no longer
 * supported.
 */
function noteKind(notes: LadderNotes, summary_kind: string): void {
  if (notes.kinds.has(summary_kind)) return;
  notes.kinds.add(summary_kind);
  notes.resets.push({
    input: "compaction_checkpoint",
    action: "ignored",
    reason: "unsupported_summary_kind",
    ref: { summary_kind },
  });
}

/**
 * `hasCandidate()` and `next()` both start from the top and meet the same checkpoints: each is
 * recorded once.
 */
function noteCovering(notes: LadderNotes, { checkpoint_id, to_seq }: Checkpoint): void {
  const ref = { checkpoint_id, to_seq };
  const isKnown = notes.resets.some((reset) => reset.ref?.checkpoint_id === checkpoint_id);
  if (isKnown) return;
  notes.resets.push({
    input: "compaction_checkpoint",
    action: "ignored",
    reason: "covers_anchor",
    ref,
  });
}

function missingReason({ newestKind }: LadderNotes): string {
  if (newestKind === null) return "no_compaction_checkpoint";
  return newestKind === CUMULATIVE
    ? "no_supported_compaction_checkpoint"
    : "unsupported_compaction_summary_kind";
}
