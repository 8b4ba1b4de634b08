import { oneLine, truncateEnd } from "../base/text/one-line.ts";
import type { SummariserInput } from "./summariser.ts";

/** Longest header, in Unicode scalar values. */
export const MAX_HEADER = 1_000;

/**
 * The first lines of a summary: who wrote it, of what, and on what it is based. The line `-
 * summariser:` is how `earlier-summary.ts` recognises our own format.
 */
export function summaryHeader(
  input: SummariserInput,
  summariser: string,
  more: Readonly<Record<string, string | number>>,
): string {
  const { cut, base, basis_note } = input;
  const entries: Readonly<Record<string, string | number>> = {
    summariser,
    thread_id: input.thread_id,
    cut_rule_id: input.cut_rule_id,
    target_message_ordinal: cut.target_message_ordinal,
    to_seq: cut.to_seq,
    to_message_id: cut.to_message_id,
    base_summary_artifact_id: base?.artifact_id ?? "null",
    ...(basis_note === null ? {} : { basis_note }),
    ...more,
  };
  const lines = Object.entries(entries).map(
    ([key, value]) => `- ${key}: ${truncateEnd(oneLine(String(value)), 140)}`,
  );
  return truncateEnd(`# Compaction summary\n\n${lines.join("\n")}`, MAX_HEADER);
}
