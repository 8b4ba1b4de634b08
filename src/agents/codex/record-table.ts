import type { Fate } from "../accounting.ts";
import { createPlaces, type RecordPlaces } from "../record-places.ts";
import type { RecordPlace } from "../scan-records.ts";

/** The small facts kept of the lines of one rollout, by their numbers; the contents stay in the file. */
export interface RecordTable {
  readonly places: RecordPlaces;
  readonly types: string[];
  readonly fates: Fate[];
  /** Lines that were rolled back, and the line that did it. */
  readonly leftBy: Map<number, number>;
  /** Answers that are the summary of the compaction after them, not to be counted twice. */
  readonly summaries: Set<number>;
}

/** Begins a table without lines. */
export function createTable(): RecordTable {
  return { places: createPlaces(), types: [], fates: [], leftBy: new Map(), summaries: new Set() };
}

/** One line's facts as an object, for who looks at single lines. */
export interface Entry {
  readonly number: number;
  readonly place: RecordPlace;
  readonly type: string;
  readonly fate: Fate;
  /** The line that rolled it back; null while it is in force. */
  readonly leftBy: number | null;
  readonly isSummary: boolean;
}

/** The facts of a line. */
export function entryAt(table: RecordTable, number: number): Entry {
  return {
    number,
    place: table.places.at(number),
    type: table.types[number] ?? "",
    fate: table.fates[number] ?? "opaque",
    leftBy: table.leftBy.get(number) ?? null,
    isSummary: table.summaries.has(number),
  };
}
