import type { JsonObject } from "../../base/json/value.ts";
import type { SourceFile } from "../agent.ts";
import { openRecords } from "../records/record-reader.ts";
import { bodiesOf } from "./record-bodies.ts";
import { type RecordTable, recordEntry, valueAt } from "./record-table.ts";

/** Two records with one id, by their numbers in the order of the file. */
export type DuplicatePair = readonly [earlier: number, later: number];

/**
 * Of two records with one id that say the same the later one counts, as in the program itself. Two
 * that say different things are both kept, the later one after the earlier when they follow the same
 * record. Contents are read again only here, so that a file without such records pays nothing.
 */
export async function markDuplicates(
  file: SourceFile,
  table: RecordTable,
  doubled: readonly DuplicatePair[],
): Promise<void> {
  if (doubled.length === 0) return;
  // Each reader goes forward only: one that went to and fro would open the file for every record.
  const earliers = openRecords(file);
  const laters = openRecords(file);
  const behind = new Map<number, number>();
  try {
    for (const [earlier, later] of doubled) {
      const before = await earliers.read(recordEntry(table, earlier));
      const after = await laters.read(recordEntry(table, later));
      const isCopy = haveSameContent(before, after);
      const parent = isCopy ? behind.get(earlier) : earlier;
      if (parent !== undefined && haveSameParent(table, earlier, later)) behind.set(later, parent);
      if (isCopy) {
        table.isOpaque[earlier] = 1;
        table.carriesUsage[earlier] = 0;
        table.duplicatedBy[earlier] = later;
      }
    }
  } finally {
    await Promise.all([earliers.close(), laters.close()]);
  }
  for (const [number, parent] of behind) {
    table.parent[number] = parent;
    table.missing.delete(number);
  }
}

function haveSameContent(left: JsonObject, right: JsonObject): boolean {
  return (
    left.type === right.type && JSON.stringify(bodiesOf(left)) === JSON.stringify(bodiesOf(right))
  );
}

function haveSameParent(table: RecordTable, earlier: number, later: number): boolean {
  const isSameParent = valueAt(table.parent, earlier) === valueAt(table.parent, later);
  return isSameParent && table.missing.get(earlier) === table.missing.get(later);
}
