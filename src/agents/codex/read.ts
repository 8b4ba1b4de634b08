import { createFindings, type Findings } from "../../base/findings.ts";
import type { TranscriptHeader } from "../../model/transcript.ts";
import { createAccounting } from "../accounting.ts";
import type { IndexedSession, SessionSource } from "../agent.ts";
import { reportUnknown } from "../report-unknown.ts";
import { arrangeFiles } from "./arrange-files.ts";
import { createHeaderFacts } from "./header-facts.ts";
import { type FileIndex, indexRecords } from "./index-records.ts";
import { kinds } from "./kinds.ts";
import { readItems } from "./read-items.ts";
import { testedVersions } from "./tested-versions.ts";

/** Indexes and accounts for a session in one pass over each of its rollouts. */
export async function read(source: SessionSource): Promise<IndexedSession> {
  const findings = createFindings("lenient");
  const accounting = createAccounting();
  const indexes: FileIndex[] = [];
  for (const file of source.files) indexes.push(await indexRecords(file, { findings, accounting }));
  const files = await arrangeFiles(indexes);
  const result = accounting.result();
  const header = headerOf(source.session.id, files.conversation);
  const { agent_version: version } = header;
  reportUnknown({ types: result.by_type, kinds, version, testedVersions }, findings);
  if (files.absent !== null) {
    findings.warn("W_DANGLING", { file: files.absent.file, line: 1 }, files.absent.message);
  }
  reportUnanswered(indexes, findings);
  return {
    header,
    accounting: result,
    findings: findings.list(),
    complete_bytes: indexes[0]?.complete_bytes ?? 0,
    items: () => readItems(files),
  };
}

/** What a session is, from the rollouts of its conversation, the oldest first. */
function headerOf(
  id: string,
  rollouts: readonly { readonly index: FileIndex }[],
): TranscriptHeader {
  let header: TranscriptHeader | undefined;
  for (const { index } of rollouts) header = index.facts.header(id, header);
  return header ?? createHeaderFacts().header(id);
}

function reportUnanswered(indexes: readonly FileIndex[], findings: Findings): void {
  for (const { file, unanswered } of indexes) {
    for (const line of unanswered) {
      findings.warn("W_CALL", { file: file.path, line }, "The call has no result");
    }
  }
}
