/**
 * The driver for a folder of this machine. Locking: SQLite allows one writer and any number of
 * readers (WAL mode); `begin immediate` takes the write lock at the start, so that nothing a writer
 * read can change before it commits. SQLite's own waiting would block the event loop, so it waits
 * 20 ms at most, and we retry with a timer until `lockWaitMs`. Durability: `synchronous = full`, a
 * commit is on disk when it returns. Within a process there is one connection, and transactions are
 * queued: a connection can have only one.
 */

import fs from "node:fs";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { HoldallError, messageOf } from "../../base/errors.ts";
import { randomName } from "../../base/hash.ts";
import { createFolders, moveFile } from "../../durable/files.ts";
import { syncTree } from "../../durable/sync.ts";
import { commitTogether } from "../commit-together.ts";
import { schemeOf } from "../locate.ts";
import { pollingListener } from "../poll.ts";
import {
  type Artifacts,
  type Engine,
  LOCK_WAIT_MS,
  type Row,
  type SqlValue,
  type Store,
  type StoreDriver,
  type Transaction,
  type TransactionMode,
} from "../store.ts";
import { createTransactionQueue } from "../transaction-queue.ts";
import { fileArtifacts, sweepTemporary } from "./blobs.ts";
import { isBusy, toHoldallError } from "./errors.ts";
import { createFolder, DATABASE, isWorkspace, listCopies, sizeOfFolder } from "./folder.ts";
import { openHeadFile } from "./head-file.ts";
import { type OpenedDatabase, openDatabase } from "./open-database.ts";
import { createPreparer, listWrongColumns, type Prepared } from "./read-rows.ts";
import {
  BEGIN,
  COPY,
  EMPTY_LOG,
  fts5,
  HAS_TABLE,
  INTEGRITY,
  isJson,
  LIST_TRIGGERS,
  listObjects,
  shadowOf,
  trigger,
  WAIT_BRIEFLY,
} from "./tables.ts";

const engine: Engine = {
  name: "sqlite",
  types: { integer: "integer", text: "text", bytes: "blob" },
  hasTable: HAS_TABLE,
  schemas: { real: "main", shadow: "temp" },
  shadowOf,
  listObjects,
  listTriggers: LIST_TRIGGERS,
  fullText: fts5,
  trigger,
  isJson,
  rowLock: "", // A write transaction is the only one.
  clockAhead: 0,
  teamAdditions: [],
};

/** Most prepared statements kept; more would mean that SQL is concatenated from values. */
const STATEMENTS_KEPT = 500;

/** A workspace in a folder of this machine: one SQLite file, and artifacts as files beside it. */
const sqlite: StoreDriver = {
  name: "sqlite",
  owns: (location) => schemeOf(location) === null,
  exists: async (location) => isWorkspace(location),
  async create(location) {
    if (isWorkspace(location)) return false;
    createFolder(location);
    (await openDatabase(location, { timeout: LOCK_WAIT_MS })).database.close();
    return true;
  },
  async open(location, { lockWaitMs = LOCK_WAIT_MS, readOnly = false } = {}) {
    if (!isWorkspace(location)) {
      throw new HoldallError("E_NOT_FOUND", `Cannot open "${location}": not a workspace`, {
        cure: "create one with `holdall init`",
      });
    }
    const opened = await openDatabase(location, { timeout: lockWaitMs, readOnly });
    if (!opened.isReadOnly) sweepTemporary(location, Date.now());
    return createStore(location, opened, lockWaitMs);
  },
};

export default sqlite;

function createStore(
  location: string,
  { database, isReadOnly }: OpenedDatabase,
  lockWaitMs: number,
): Store {
  const artifacts = fileArtifacts(location);
  const statements = createStatements(database);
  const tx = createTransaction(statements, artifacts);
  const queue = createTransactionQueue();
  const head = openHeadFile(location);
  const file = fileIdOf(location);
  let hasWritten = false;
  database.exec(WAIT_BRIEFLY);

  async function perform<Result>(
    mode: TransactionMode,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    try {
      const attempt = () => statements(BEGIN[mode]).statement.run();
      if (!beginAtOnce(attempt)) await beginWaiting(attempt, lockWaitMs);
      hasWritten ||= mode === "write";
      // What somebody remembers of a transaction is not true of the next one.
      const result = await work({ ...tx });
      statements(mode === "shadow" ? "rollback" : "commit").statement.run();
      return result;
    } catch (error) {
      // A full disk may have ended the transaction already.
      if (database.isTransaction) database.exec("rollback");
      throw toHoldallError(error, location);
    }
  }

  const write = commitTogether(queue, (work) => perform("write", work));
  return {
    engine,
    location,
    isReadOnly,
    membership: null,
    team: null,
    artifacts,
    transaction: (mode, work) =>
      mode === "write" ? write(work) : queue.enqueue(() => perform(mode, work)),
    // SQLite has no announcements for other processes.
    listen: async () => pollingListener,
    recordHead: head.write,
    recordedHead: head.read,
    saveCopy: (label) =>
      queue.enqueue(async () => {
        const copy = path.join(location, `${DATABASE}.${label}`);
        if (!fs.existsSync(copy)) await saveCopy(location, statements, copy);
        return copy;
      }),
    removeCopies: () =>
      queue.enqueue(async () => {
        const copies = listCopies(location);
        for (const copy of copies) fs.rmSync(copy, { force: true });
        return copies.length;
      }),
    checkIntegrity: () => queue.enqueue(async () => checkIntegrity(database)),
    size: async () => sizeOfFolder(location),
    isCurrent: async () => fileIdOf(location) === file,
    close: () =>
      queue.enqueue(async () => {
        if (hasWritten) emptyLog(database);
        head.close();
        database.close();
      }),
  };
}

/** Copies the database of a workspace into a file, which is complete on disk before it gets its name. */
async function saveCopy(
  location: string,
  statements: ReturnType<typeof createStatements>,
  copy: string,
): Promise<void> {
  const folder = path.join(location, "tmp");
  const temporary = path.join(folder, randomName());
  try {
    createFolders(folder, 0o700);
    // Created here for its mode: SQLite would take the one that the process gives to new files.
    fs.writeFileSync(temporary, "", { mode: 0o600, flag: "wx" });
    statements(COPY).statement.run(temporary);
    await syncTree(temporary);
    moveFile(temporary, copy);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw toHoldallError(error, location);
  }
}

function checkIntegrity(database: DatabaseSync): readonly string[] {
  try {
    const rows = database.prepare(INTEGRITY).all();
    const faults = rows.map((row) => String(row.integrity_check)).filter((text) => text !== "ok");
    return [...faults, ...listWrongColumns(database)];
  } catch (error) {
    // Damage that keeps SQLite from looking for damage.
    return [messageOf(error)];
  }
}

/**
 * Moves the log into the database and truncates it. SQLite does so when the last connection closes,
 * but a server may keep one for days, and redacted text must not remain in the log until then. A
 * failure (a full disk) is ignored: everything is committed, and the next process that closes tries
 * again.
 */
function emptyLog(database: DatabaseSync): void {
  try {
    database.exec(EMPTY_LOG);
  } catch {
    // The log stays beside the database, where every reader finds it.
  }
}

/**
 * Distinguishes a database from another one in its place: an inode number is not reused while the
 * file is open.
 */
function fileIdOf(location: string): string | null {
  const stat = fs.statSync(path.join(location, DATABASE), { throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

/** Begins a transaction unless another connection has the lock. */
function beginAtOnce(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Waits for the lock without blocking the event loop: leases must be renewed meanwhile. */
async function beginWaiting(attempt: () => unknown, lockWaitMs: number): Promise<void> {
  const deadline = Date.now() + lockWaitMs;
  do {
    await wait(1 + Math.random() * 15); // Unequal steps, so that waiting processes do not march together.
    if (beginAtOnce(attempt)) return;
  } while (Date.now() <= deadline);
  attempt();
}

function createStatements(database: DatabaseSync): (sql: string) => Prepared {
  const kept = new Map<string, Prepared>();
  const prepare = createPreparer(database);
  return (sql) => {
    const known = kept.get(sql);
    if (known) return known;
    if (kept.size >= STATEMENTS_KEPT) kept.clear();
    const prepared = prepare(sql);
    kept.set(sql, prepared);
    return prepared;
  };
}

function createTransaction(
  statements: (sql: string) => Prepared,
  artifacts: Artifacts,
): Transaction {
  const none: readonly SqlValue[] = [];
  return {
    async all<Found extends Row>(sql: string, params = none) {
      // The columns are what the caller's own table definitions say.
      return statements(sql).all(params) as Found[];
    },
    run: async (sql, params = none) => Number(statements(sql).statement.run(...params).changes),
    write: (sql, params) => void statements(sql).statement.run(...params),
    announce: () => {},
    artifacts,
  };
}
