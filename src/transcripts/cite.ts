import { formatMinute } from "../base/text/format-minute.ts";
import type { ItemNumbers } from "./item-numbers.ts";

/** A record that bears something out. */
export interface CitedRecord {
  readonly item_id: string;
  readonly at: string | null;
}

/** Where a reader finds a record: its number, else its time, else its id. */
export function cite(numbers: ItemNumbers, { item_id, at }: CitedRecord): string {
  const number = numbers.of(item_id);
  if (number !== null) return `#${number}`;
  if (at !== null) return `[${formatMinute(at)}]`;
  return item_id === "" ? "[earlier]" : `[${item_id.slice(0, 12)}]`;
}
