import fs from "node:fs";
import path from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { HoldallError } from "../../base/errors.ts";
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
import { createTurnstile } from "../turnstile.ts";
import { fileArtifacts, sweepTemporary } from "./blobs.ts";
import { isBusy, translate } from "./faults.ts";
import { DATABASE, isWorkspace, makeFolder, sizeOfFolder } from "./folder.ts";
import { BEGIN, COPY, HAS_TABLE, SETUP, WAIT_BRIEFLY } from "./tables.ts";

const engine: Engine = {
  name: "sqlite",
  types: { integer: "integer", text: "text", bytes: "blob" },
  hasTable: HAS_TABLE,
  schemas: { real: "main", shadow: "temp" },
  fullText: "fts5",
  clockAhead: 0,
};

/** Statements kept ready; more would be a sign of SQL that is put together by hand. */
const STATEMENTS_KEPT = 500;

/** A workspace in a folder of this machine: one SQLite file, and artifacts as files beside it. */
const sqlite: StoreDriver = {
  name: "sqlite",
  fits: (location) => !location.includes("://"),
  exists: async (location) => isWorkspace(location),
  async create(location) {
    if (isWorkspace(location)) return false;
    makeFolder(location);
    openDatabase(location).close();
    return true;
  },
  async open(location, { lockWaitMs = LOCK_WAIT_MS } = {}) {
    if (!isWorkspace(location)) {
      throw new HoldallError("E_NOT_FOUND", `Cannot open "${location}": not a workspace`, {
        cure: "make one with `holdall init`",
      });
    }
    sweepTemporary(location, Date.now());
    return createStore(location, openDatabase(location), lockWaitMs);
  },
};

export default sqlite;

function openDatabase(location: string): DatabaseSync {
  try {
    const options = { timeout: LOCK_WAIT_MS, enableForeignKeyConstraints: false };
    const database = new DatabaseSync(path.join(location, DATABASE), options);
    database.exec(SETUP);
    return database;
  } catch (error) {
    throw translate(error, location);
  }
}

function createStore(location: string, database: DatabaseSync, lockWaitMs: number): Store {
  const artifacts = fileArtifacts(location);
  const statements = createStatements(database);
  const tx = createTransaction(statements, artifacts);
  const turnstile = createTurnstile();
  database.exec(WAIT_BRIEFLY);

  async function perform<Result>(
    mode: TransactionMode,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    try {
      await begin(() => statements(BEGIN[mode]).run(), lockWaitMs);
      const result = await work(tx);
      statements(mode === "shadow" ? "rollback" : "commit").run();
      return result;
    } catch (error) {
      // A full disk may have ended the transaction already.
      if (database.isTransaction) database.exec("rollback");
      throw translate(error, location);
    }
  }

  return {
    engine,
    location,
    artifacts,
    transaction: (mode, work) => turnstile.inTurn(() => perform(mode, work)),
    keepCopy: (label) =>
      turnstile.inTurn(async () => {
        const copy = path.join(location, `${DATABASE}.${label}`);
        if (!fs.existsSync(copy)) statements(COPY).run(copy);
        return copy;
      }),
    size: async () => sizeOfFolder(location),
    close: () => turnstile.inTurn(async () => database.close()),
  };
}

/** Waits for the lock without stopping the process: leases are renewed meanwhile. */
async function begin(attempt: () => void, lockWaitMs: number): Promise<void> {
  const deadline = Date.now() + lockWaitMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await wait(1 + Math.random() * 15); // Unequal steps, so that waiting processes do not march together.
    }
  }
}

function createStatements(database: DatabaseSync): (sql: string) => StatementSync {
  const kept = new Map<string, StatementSync>();
  return (sql) => {
    const known = kept.get(sql);
    if (known) return known;
    if (kept.size >= STATEMENTS_KEPT) kept.clear();
    const statement = database.prepare(sql);
    kept.set(sql, statement);
    return statement;
  };
}

function createTransaction(
  statements: (sql: string) => StatementSync,
  artifacts: Artifacts,
): Transaction {
  const none: readonly SqlValue[] = [];
  return {
    async all<Found extends Row>(sql: string, params = none) {
      // node:sqlite throws when a whole number does not fit; what comes is what the columns say.
      return statements(sql).all(...params) as Found[];
    },
    run: async (sql, params = none) => Number(statements(sql).run(...params).changes),
    write: (sql, params) => void statements(sql).run(...params),
    artifacts,
  };
}
