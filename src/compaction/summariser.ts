import type { Turn } from "../model/turn.ts";
import type { Cut } from "./message-index.ts";

/** Longest summary, in Unicode scalar values; about 5,000 tokens. */
export const MAX_SUMMARY = 20_000;

/** What a summary is written from: the one before it, and the turns since. */
export interface SummariserInput {
  readonly thread_id: string;
  readonly cut_rule_id: string;
  readonly cut: Cut;
  /** The summary this one continues; null when it begins with the conversation. */
  readonly base: { readonly artifact_id: string; readonly markdown: string } | null;
  /** Why there is no base although there is an earlier checkpoint. */
  readonly basis_note: string | null;
  /** Every turn after the base up to the cut, oldest first. */
  turns(): AsyncIterable<Turn>;
}

/**
 * Writes the text of a summary. A replay never runs one again: the text is stored as an artifact,
 * since a model would not answer the same twice.
 *
 * Contract: at most `MAX_SUMMARY` scalar values; what the base contains is carried on, not only
 * referred to.
 */
export interface Summariser {
  /** Recorded with the summary. */
  readonly id: string;
  summarise(input: SummariserInput): Promise<string>;
}
