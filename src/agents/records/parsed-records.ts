import type { JsonObject } from "../../base/json/value.ts";
import type { ParsedRecords } from "../agent.ts";

/**
 * Bytes of records that are held of one session. A session of this size is parsed in no time; holding more
 * would cost a small handoff more memory than it saves time.
 */
export const MAX_PARSED_BYTES = 8 * 1024 * 1024;

/** How many bytes the files of one session may still hold. */
export interface ParsedSpace {
  bytes: number;
}

/** Begins without a record. A file whose records do not fit into the space holds none. */
export function createParsedRecords(space: ParsedSpace): ParsedRecords {
  const records = new Map<number, JsonObject>();
  let isFull = false;
  return {
    add({ offset, bytes }, record) {
      if (isFull) return;
      space.bytes -= bytes;
      if (space.bytes >= 0) {
        records.set(offset, record);
        return;
      }
      isFull = true;
      records.clear();
    },
    at: (offset) => records.get(offset),
  };
}
