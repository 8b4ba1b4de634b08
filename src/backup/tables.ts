/** Locks a database for one process; the lock ends with the process, however it ends. */
export const LOCK_NOW = "begin exclusive";

/** The first read after this is of the moment that all later ones are of. */
export const READ_SNAPSHOT = "begin; select name from sqlite_master limit 1";
