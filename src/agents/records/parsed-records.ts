import type { JsonObject } from "../../base/json/value.ts";
import type { ParsedRecords } from "../agent.ts";

/** Bytes of files whose records are held for good: every way through so small a session parses nothing. */
export const SMALL_BYTES = 8 * 1024 * 1024;
/** Bytes of records that are held of a larger session until they are read once, the first of each file. */
export const ONCE_BYTES = 32 * 1024 * 1024;

/** How many bytes the files of one session may still hold. */
export interface ParsedSpace {
  bytes: number;
}

/** Begins without a record. Holds the records of a file from its first one on, as long as there is space. */
export function createParsedRecords(
  space: ParsedSpace,
  until: "for-good" | "read-once",
): ParsedRecords {
  const records = new Map<number, JsonObject>();
  let isFull = false;
  return {
    add({ offset, bytes }, record) {
      if (isFull) return;
      space.bytes -= bytes;
      isFull = space.bytes < 0;
      if (!isFull) records.set(offset, record);
    },
    reduce(offset, record, freed) {
      if (!records.has(offset)) return;
      records.set(offset, record);
      space.bytes += freed;
    },
    has: (offset) => records.has(offset),
    read(offset) {
      const record = records.get(offset);
      if (until === "read-once") records.delete(offset);
      return record;
    },
  };
}
