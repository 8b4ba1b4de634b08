import { decodeUtf8 } from "../base/text/text.ts";
import { type CompactionSummary, documentTypes } from "./context-documents.ts";

/** The kind of summary that replaces everything from the beginning; the only one in use. */
export const CUMULATIVE = "cumulative_v1";

/** Why a summary cannot be used, in the closed words that a compile records. */
export type SummaryFault =
  | "artifact_schema_mismatch"
  | "unsupported_summary_kind"
  | "coverage_mismatch";

/**
 * Parses a summary, or returns why it cannot be used for the cut of its checkpoint. A summary of another
 * thread or another position is refused: it would hide messages that it does not cover.
 */
export function readSummary(
  bytes: Uint8Array,
  cut: { readonly thread_id: string; readonly to_seq: number },
): { readonly summary: CompactionSummary } | { readonly fault: SummaryFault } {
  const parsed = documentTypes["rip.compaction_summary.v1"].schema.safeParse(parse(bytes));
  if (!parsed.success) return { fault: "artifact_schema_mismatch" };
  const { kind, coverage } = parsed.data;
  if (kind !== CUMULATIVE) return { fault: "unsupported_summary_kind" };
  const covers = coverage.thread_id === cut.thread_id && coverage.to_seq === cut.to_seq;
  return covers ? { summary: parsed.data } : { fault: "coverage_mismatch" };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes) ?? "");
  } catch {
    return undefined; // Not JSON: the schema then refuses it.
  }
}
