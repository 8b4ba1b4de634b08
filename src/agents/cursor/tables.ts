/** The statements on the editor's own database. It is only ever read. */
export const HAS_TABLE = "select 1 as found from sqlite_master where type = 'table' and name = ?";
/** Every conversation, without what was said in it. */
export const COMPOSERS =
  "select key, value from cursorDiskKV where key >= 'composerData:' and key < 'composerData;'";
/** One row of the conversation store. */
export const VALUE = "select value from cursorDiskKV where key = ?";
