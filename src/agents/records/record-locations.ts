import type { RecordLocation } from "./scan-records.ts";

/**
 * Where the records of one file are, each by its number in the order of the file. Kept in columns:
 * an object for each record would take about as long to keep as a short line takes to parse.
 */
export interface RecordLocations {
  count(): number;
  /** Adds the place of the next record and returns its number. */
  add(location: RecordLocation): number;
  at(number: number): RecordLocation;
  lineAt(number: number): number;
}

/** Begins a list without places. */
export function createLocations(): RecordLocations {
  const lines: number[] = [];
  const offsets: number[] = [];
  const sizes: number[] = [];
  const lineAt = (number: number) => lines[number] ?? 0;
  return {
    count: () => lines.length,
    add({ line, offset, bytes }) {
      offsets.push(offset);
      sizes.push(bytes);
      return lines.push(line) - 1;
    },
    at: (number) => ({
      line: lineAt(number),
      offset: offsets[number] ?? 0,
      bytes: sizes[number] ?? 0,
    }),
    lineAt,
  };
}
