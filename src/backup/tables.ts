/** Locks a database for one process; the lock ends with the process, however it ends. */
export const LOCK_NOW = "begin exclusive";
