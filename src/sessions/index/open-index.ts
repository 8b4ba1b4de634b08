import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { dataFolder } from "../../disk/user-folder.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../agent-sessions.ts";
import { CREATE, SELECT_VERSION, SETUP, VERSION } from "./tables.ts";
import { transact } from "./transact.ts";

/** How long a process waits for another that writes to the index. */
const LOCK_WAIT_MS = 20_000;

/** The index of this user: `$XDG_DATA_HOME/holdall/index/search.db`. It may be deleted at any time. */
function indexFile(environment: AgentEnvironment): string {
  return path.join(dataFolder(environment), "index", "search.db");
}

/**
 * Runs work on the index. A damaged index, or one of another version, is deleted and built again; where it
 * cannot be written, the work gets an empty one that is gone afterwards, so that only time is lost.
 */
export async function withIndex<Result>(
  context: OperationContext,
  work: (database: DatabaseSync) => Promise<Result>,
): Promise<Result> {
  const file = indexFile(agentEnvironment(context));
  try {
    return await useAt(context, file, work);
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeIndex(file);
    return useAt(context, file, work);
  }
}

async function useAt<Result>(
  context: OperationContext,
  file: string,
  work: (database: DatabaseSync) => Promise<Result>,
): Promise<Result> {
  const opened = openOwn(file) ?? openTemporary(context, file);
  try {
    return await work(opened.database);
  } finally {
    opened.close();
  }
}

/** An open index, and how it is closed. */
interface OpenedIndex {
  readonly database: DatabaseSync;
  close(): void;
}

/** The index in the user's folder; null where it cannot be written. */
function openOwn(file: string): OpenedIndex | null {
  if (!canWrite(file)) return null;
  const database = openAt(file);
  if (database !== null) return { database, close: () => database.close() };
  removeIndex(file); // Written by another version of the program.
  const fresh = openAt(file);
  return fresh === null ? null : { database: fresh, close: () => fresh.close() };
}

/** Makes the folder and the file so that only this user can read them. */
function canWrite(file: string): boolean {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.closeSync(fs.openSync(file, "a", 0o600));
    fs.accessSync(path.dirname(file), fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The database with its tables; null when its tables are of another version. */
function openAt(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
  try {
    database.exec(SETUP);
    if (versionOf(database) === 0) createTables(database);
    if (versionOf(database) === VERSION) return database;
    database.close();
    return null;
  } catch (error) {
    database.close();
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare(SELECT_VERSION).get()?.user_version);
}

/** Two processes may come to a new file at once: the second finds the tables of the first. */
function createTables(database: DatabaseSync): void {
  transact(database, () => {
    if (versionOf(database) === 0) database.exec(CREATE);
  });
}

function openTemporary(context: OperationContext, file: string): OpenedIndex {
  context.note(`Cannot write the search index "${file}"; everything is read again this time`);
  const folder = createTemporaryFolder();
  const database = openAt(path.join(folder, "search.db"));
  if (database === null) throw new Error("a new index has the version of this program");
  return {
    database,
    close() {
      database.close();
      removeTemporary(folder);
    },
  };
}

/** SQLITE_CORRUPT, SQLITE_NOTADB, and a table that is gone (SQLITE_ERROR). */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return (
    code === 11 || code === 26 || (code === 1 && /no such (?:table|column)/.test(error.message))
  );
}

function removeIndex(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) fs.rmSync(`${file}${suffix}`, { force: true });
}
