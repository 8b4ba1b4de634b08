import type { RecordDisposition } from "../accounting.ts";
import { createLocations, type RecordLocations } from "../records/record-locations.ts";
import type { RecordLocation } from "../records/scan-records.ts";

/** The small facts kept of the lines of one rollout, by their numbers; the contents stay in the file. */
export interface RecordTable {
  readonly locations: RecordLocations;
  readonly types: string[];
  readonly dispositions: RecordDisposition[];
  /** Lines that were rolled back, and the line that did it. */
  readonly rolledBackBy: Map<number, number>;
  /** Answers that are the summary of the compaction after them, not to be counted twice. */
  readonly summaries: Set<number>;
}

/** Begins a table without lines. */
export function createTable(): RecordTable {
  return {
    locations: createLocations(),
    types: [],
    dispositions: [],
    rolledBackBy: new Map(),
    summaries: new Set(),
  };
}

/** One line's facts as an object, for who looks at single lines. */
export interface LineEntry {
  readonly number: number;
  readonly location: RecordLocation;
  readonly type: string;
  readonly disposition: RecordDisposition;
  /** The line that rolled it back; null while it is in force. */
  readonly rolledBackBy: number | null;
  readonly isSummary: boolean;
}

/** The facts of a line. */
export function lineEntry(table: RecordTable, number: number): LineEntry {
  return {
    number,
    location: table.locations.at(number),
    type: table.types[number] ?? "",
    disposition: table.dispositions[number] ?? "opaque",
    rolledBackBy: table.rolledBackBy.get(number) ?? null,
    isSummary: table.summaries.has(number),
  };
}
