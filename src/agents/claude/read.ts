import { createFindings, type Findings } from "../../base/findings.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { createAccounting } from "../accounting.ts";
import type { IndexedSession, SessionSource } from "../agent.ts";
import { reportUnknown } from "../report-unknown.ts";
import { createHeaderFacts } from "./header-facts.ts";
import { type FileIndex, indexRecords } from "./index-records.ts";
import { kinds } from "./kinds.ts";
import { orderRecords, type RecordOrder } from "./order-records.ts";
import { readItems } from "./read-items.ts";
import { NONE, recordWithUuid, valueAt } from "./record-table.ts";
import type { SubAgentCalls } from "./sub-agent-calls.ts";
import { readSidecars, subAgentOf } from "./sub-agent-files.ts";
import { testedVersions } from "./tested-versions.ts";

/** One file of a session, indexed and ordered. */
export interface ReadFile {
  readonly index: FileIndex;
  readonly order: RecordOrder;
  /** The sub-agent whose file it is; null for the conversation's own. */
  readonly thread: string | null;
}

/** Indexes and accounts for a session in one pass over each of its files. */
export async function read(source: SessionSource): Promise<IndexedSession> {
  const findings = createFindings("lenient");
  const accounting = createAccounting();
  const facts = createHeaderFacts();
  const subAgentCalls: SubAgentCalls = {
    byAgent: new Map(),
    byPrompt: new Map(),
    callItems: new Map(),
  };
  const files: ReadFile[] = [];
  for (const [number, file] of source.files.entries()) {
    // A sub-agent's records say nothing about the session as a whole.
    const own = number === 0 ? facts : { add: () => undefined };
    const isSubAgentFile = number > 0 || source.session.parent_id !== null;
    const index = await indexRecords(file, {
      findings,
      accounting,
      facts: own,
      subAgentCalls,
      isSubAgentFile,
    });
    const order = orderRecords(index, isSubAgentFile, findings);
    files.push({ index, order, thread: number === 0 ? null : subAgentOf(index) });
  }
  await readSidecars(files, subAgentCalls);
  const result = accounting.result();
  const header = facts.header(
    source.session.id,
    (uuid) => files[0] !== undefined && recordWithUuid(files[0].index.table, uuid) !== NONE,
  );
  reportUnknown(
    {
      types: result.by_type,
      kinds,
      version: header.agent_version,
      testedVersions,
    },
    findings,
  );
  reportCalls(files, findings);
  return {
    header,
    accounting: result,
    findings: findings.list(),
    complete_bytes: files[0]?.index.complete_bytes ?? 0,
    items: (): AsyncIterable<TranscriptItem> => readItems(files, subAgentCalls),
  };
}

/** Calls without a result: the turn was interrupted, or the result is gone. */
function reportCalls(files: readonly ReadFile[], findings: Findings): void {
  for (const { index, order } of files) {
    const { table, file } = index;
    for (const number of order.main) {
      const count = valueAt(table.calls, number);
      if (count === 0) continue;
      const from = valueAt(table.firstCall, number);
      const calls = table.callNumbers.slice(from, from + count);
      if (calls.every((call) => table.answers.first[call] !== NONE)) continue;
      const at = { file: file.path, line: valueAt(table.line, number) };
      findings.warn("W_CALL", at, "The call has no result");
    }
  }
}
