import type { CuratorRecord } from "../../curator/mandates/record.ts";
import { readNotes } from "../../curator/memory/noted.ts";
import type { Transaction } from "../../stores/store.ts";

/** Which part of the record a mandate needs. */
export interface RecordQuery {
  readonly workspace: string;
  readonly responsibility: string;
  readonly at: string;
  readonly maxEvents: number;
  /** Notes are read from this place of the responsibility's stream on. */
  readonly notesFrom: number;
}

/** Reads what the workspace records about a responsibility, in one snapshot. */
export async function readRecord(tx: Transaction, query: RecordQuery): Promise<CuratorRecord> {
  const { notes, end } = await readNotes(tx, query, query.notesFrom);
  return {
    entry: null,
    requests: [],
    morePending: 0,
    requestEvents: [],
    lastRequestEvent: 0,
    detectedModel: null,
    notes,
    streamEnd: end,
  };
}
