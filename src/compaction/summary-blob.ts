import { sha256 } from "../base/hash.ts";
import type { CompactionSummary } from "../model/context-documents.ts";
import { serialiseDocument } from "../model/serialise-document.ts";
import { CUMULATIVE } from "../model/summary-document.ts";
import type { Basis } from "./basis.ts";
import type { Cut } from "./message-index.ts";

/** What a summary is written from. */
export interface SummaryParts {
  readonly thread_id: string;
  readonly cut: Pick<Cut, "to_seq" | "to_message_id">;
  readonly actor_id: string;
  readonly origin: string;
  readonly produced_by: NonNullable<CompactionSummary["provenance"]["produced_by"]>;
  readonly basis: Basis["basis"];
  readonly markdown: string;
}

/**
 * The exact bytes of a summary, and their name as an artifact. The document format is
 * `rip.compaction_summary.v1`; coverage always starts at seq 0, as it is cumulative.
 */
export function summaryBlob(parts: SummaryParts): {
  readonly bytes: Uint8Array;
  readonly artifact_id: string;
} {
  const { thread_id, cut, actor_id, origin, produced_by, basis, markdown } = parts;
  const bytes = serialiseDocument({
    schema: "rip.compaction_summary.v1",
    kind: CUMULATIVE,
    coverage: { thread_id, from_seq: 0, to_seq: cut.to_seq, to_message_id: cut.to_message_id },
    provenance: { actor_id, origin, produced_by },
    ...(basis === null ? {} : { basis }),
    summary_markdown: markdown,
  });
  return { bytes, artifact_id: sha256(bytes) };
}
