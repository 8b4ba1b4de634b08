import type { Row } from "../page.ts";

/**
 * The address of a row on its page: the number under which `holdall show` has the item (`#17`), so that it is the same
 * everywhere; for what is beside the conversation, its place in the list (`#row=20`).
 */
export function rowAddress({ number, place }: Pick<Row, "number" | "place">): string {
  return place === undefined ? `#row=${number}` : `#${place}`;
}

/** What a row is called, "item 17" or "row 20". */
export function rowName({ number, place }: Pick<Row, "number" | "place">): string {
  return place === undefined ? `row ${number}` : `item ${place}`;
}

/** The row that an address names by its number, its place in the list (`row`) or its item, as a citation does. */
export function addressedRow(rows: readonly Row[], hash: string): Row | undefined {
  const address = hash.slice(1);
  const named = new URLSearchParams(address);
  const row = named.get("row");
  const item = named.get("item");
  if (item !== null) return rows.find((each) => each.item === item);
  if (row !== null) return rows[Number(row) - 1];
  const place = Number(address);
  return place > 0 ? rows.find((each) => each.place === place) : undefined;
}
