/** A statement that works on every database that can be read. */
export const ANY_TABLE = "select name from sqlite_master limit 1";
