/**
 * What a new summary continues. Summaries are cumulative: each covers the conversation from its
 * beginning, by continuing the text of the one before and reading only the turns since. If the one
 * before cannot be used, the new one starts again from the first message and records why, so that
 * no fault is inherited.
 */

import { CUMULATIVE, readSummary } from "../model/summary-document.ts";
import type { Checkpoint } from "../model/turn.ts";
import { newestOf } from "./message-index.ts";

/** What a new summary builds on. */
export interface Basis {
  /** The text to continue; null means to start with the first message. */
  readonly base: { readonly artifact_id: string; readonly markdown: string } | null;
  /** Messages of the conversation that the base covers; the turns after them are to be read. */
  readonly after_ordinal: number;
  /** As recorded in the summary; the base is named there even when it could not be used. */
  readonly basis: { readonly base_summary_artifact_id?: string; readonly note?: string } | null;
}

/** The checkpoint whose summary a cut continues: the newest cumulative one before it, by ordinals of the conversation. */
export function baseCheckpoint(
  checkpoints: Iterable<Checkpoint>,
  cutOrdinal: number,
): Checkpoint | null {
  const earlier: Checkpoint[] = [];
  for (const checkpoint of checkpoints) {
    const isUsable = checkpoint.summary_kind === CUMULATIVE && checkpoint.to_ordinal < cutOrdinal;
    if (isUsable) earlier.push(checkpoint);
  }
  return newestOf(earlier);
}

/**
 * Opens a checkpoint's summary as the basis of a new one; `bytes` is null if it cannot be read. The
 * note's prefix `bootstrap_from_truth` is what the rip format calls starting again from the events
 * themselves.
 */
export function openBasis(checkpoint: Checkpoint | null, bytes: Uint8Array | null): Basis {
  if (checkpoint === null) return { base: null, after_ordinal: 0, basis: null };
  const artifact_id = checkpoint.summary_artifact_id;
  const begin = (why: string): Basis => ({
    base: null,
    after_ordinal: 0,
    basis: { base_summary_artifact_id: artifact_id, note: `bootstrap_from_truth_v0.2/${why}` },
  });
  if (bytes === null) return begin("base_read_failed: artifact_unavailable");
  const read = readSummary(bytes, checkpoint);
  if ("fault" in read) return begin(`base_read_failed: ${read.fault}`);
  const markdown = read.summary.summary_markdown;
  if (isPlaceholder(markdown)) return begin("legacy_base");
  return {
    base: { artifact_id, markdown },
    after_ordinal: checkpoint.to_ordinal,
    basis: { base_summary_artifact_id: artifact_id },
  };
}

const PLACEHOLDER_KEYS = [
  "kind",
  "cut_rule_id",
  "stride_messages",
  "target_message_ordinal",
  "to_seq",
  "to_message_id",
];

/**
 * Early summaries of the rip format contain only their cut. Continuing one would lose everything
 * before it.
 */
function isPlaceholder(markdown: string): boolean {
  const lines = markdown.split("\n").map((line) => line.trimEnd());
  if (lines[0] !== "# Compaction summary (auto)") return false;
  if (lines.includes("## Cumulative Summary")) return false;
  return PLACEHOLDER_KEYS.every((key) => lines.some((line) => line.startsWith(`- ${key}:`)));
}
