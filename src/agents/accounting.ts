import type { Accounting } from "./agent.ts";

/** What can become of a source record. */
export type RecordDisposition = "transcript" | "opaque" | "lost";

/** Counts records by their type and what became of them. */
export interface AccountingCounter {
  count(type: string, disposition: RecordDisposition): void;
  result(): Accounting;
}

/** More types than this are counted together: a damaged file may invent one per line. */
const TYPES_KEPT = 200;
const OTHER_TYPES = "(other)";

/** Starts a count. */
export function createAccounting(): AccountingCounter {
  const types = new Map<string, Record<RecordDisposition, number>>();
  function countsOf(type: string): Record<RecordDisposition, number> {
    const counts = types.get(type) ?? { transcript: 0, opaque: 0, lost: 0 };
    types.set(type, counts);
    return counts;
  }
  return {
    count(type, disposition) {
      const counts = types.get(type) ?? countsOf(types.size < TYPES_KEPT ? type : OTHER_TYPES);
      counts[disposition]++;
    },
    result() {
      const all = { transcript: 0, opaque: 0, lost: 0 };
      for (const counts of types.values()) {
        for (const disposition of ["transcript", "opaque", "lost"] as const)
          all[disposition] += counts[disposition];
      }
      const records = all.transcript + all.opaque + all.lost;
      return { records, ...all, by_type: Object.fromEntries(types) };
    },
  };
}
