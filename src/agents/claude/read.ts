import { createFindings, type Findings } from "../../base/findings.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { createAccounting } from "../accounting.ts";
import type { Reading, SessionSource } from "../agent.ts";
import { reportUnknown } from "../report-unknown.ts";
import { agentOfFile, noteSidecars } from "./agent-files.ts";
import { createHeadFacts, KNOWN_TYPES } from "./head-facts.ts";
import { type FileIndex, indexRecords } from "./index-records.ts";
import { type Order, orderRecords } from "./order-records.ts";
import { NONE, recordWith, valueAt } from "./record-table.ts";
import { sayItems } from "./say-items.ts";
import type { Spawns } from "./spawns.ts";
import { tried } from "./tried.ts";

/** One file of a session, indexed and ordered. */
export interface ReadFile {
  readonly index: FileIndex;
  readonly order: Order;
  /** The sub-agent whose file it is; null for the conversation's own. */
  readonly thread: string | null;
}

/** Indexes and accounts for a session in one pass over each of its files. */
export async function read(source: SessionSource): Promise<Reading> {
  const findings = createFindings("lenient");
  const accounting = createAccounting();
  const facts = createHeadFacts();
  const spawns: Spawns = { byAgent: new Map(), byPrompt: new Map(), callItems: new Map() };
  const files: ReadFile[] = [];
  for (const [number, file] of source.files.entries()) {
    // A sub-agent's records say nothing about the session as a whole.
    const own = number === 0 ? facts : { see: () => undefined };
    const isOwn = number > 0 || source.session.parent_id !== null;
    const index = await indexRecords(file, { findings, accounting, facts: own, spawns, isOwn });
    const order = orderRecords(index, isOwn, findings);
    files.push({ index, order, thread: number === 0 ? null : agentOfFile(index) });
  }
  await noteSidecars(files, spawns);
  const result = accounting.result();
  const header = facts.header(
    source.session.id,
    (uuid) => files[0] !== undefined && recordWith(files[0].index.table, uuid) !== NONE,
  );
  reportUnknown(
    { types: result.by_type, known: KNOWN_TYPES, version: header.agent_version, tried },
    findings,
  );
  reportCalls(files, findings);
  return {
    header,
    accounting: result,
    findings: findings.list(),
    complete_bytes: files[0]?.index.complete_bytes ?? 0,
    items: (): AsyncIterable<TranscriptItem> => sayItems(files, spawns),
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
      const made = table.calls_made.slice(from, from + count);
      if (made.every((call) => table.answers.first[call] !== NONE)) continue;
      const at = { file: file.path, line: valueAt(table.line, number) };
      findings.warn("W_CALL", at, "The call has no result");
    }
  }
}
