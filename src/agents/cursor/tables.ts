/** The statements on the editor's own databases. They are only ever read. */
export const HAS_TABLE = "select 1 as found from sqlite_master where type = 'table' and name = ?";

/** The tables in which versions of the editor keep rows of a key and a value. */
export const STORES = ["cursorDiskKV", "ItemTable"] as const;

/** Every conversation of one table, without what was said in it. */
export const COMPOSERS = {
  cursorDiskKV:
    "select key, value from cursorDiskKV where key >= 'composerData:' and key < 'composerData;'",
  ItemTable:
    "select key, value from ItemTable where key >= 'composerData:' and key < 'composerData;'",
} as const;

/** One row of a table. */
export const VALUE = {
  cursorDiskKV: "select value from cursorDiskKV where key = ?",
  ItemTable: "select value from ItemTable where key = ?",
} as const;
