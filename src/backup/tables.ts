/** Locks a database for one process; the lock ends with the process, however it ends. */
export const LOCK_NOW = "begin exclusive";
/** A transaction that reads: what it has seen does not change. */
export const BEGIN_READING = "begin";
