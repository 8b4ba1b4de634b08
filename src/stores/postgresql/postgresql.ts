/**
 * The driver for PostgreSQL. Locking: writers of one workspace take a transaction-level advisory
 * lock at the start of every write transaction, so they run one after the other over all machines,
 * and what a writer reads stays true until it commits. Readers take no lock: `repeatable read`
 * gives them one snapshot. Durability: each write transaction sets `synchronous_commit` on if the
 * server's default is weaker. The lock is released by the server at commit, rollback or loss of the
 * connection; a crashed client therefore blocks nobody.
 */

import { setTimeout as wait } from "node:timers/promises";
import type { PoolClient, QueryResult } from "pg";
import { HoldallError } from "../../base/errors.ts";
import { commitTogether } from "../commit-together.ts";
import { schemeOf } from "../locate.ts";
import {
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
import { parseAddress, type ServerAddress } from "./address.ts";
import { type Execute, rowArtifacts } from "./blobs.ts";
import { checkIntegrity } from "./check-integrity.ts";
import { type Connections, connect } from "./connect.ts";
import { isRefusal, toHoldallError } from "./errors.ts";
import { createAnnouncer, listen } from "./listen.ts";
import { createWriteBuffer, numberParameters } from "./statements.ts";
import {
  beginStatements,
  CLOCK,
  copyTable,
  createCopySchema,
  createSchema,
  dropCopySchema,
  HAS_SCHEMA,
  HAS_TABLE,
  isJson,
  LIST_COPY_SCHEMAS,
  LIST_TABLES,
  listObjects,
  SIZE,
  shadowOf,
  trigger,
  tsvector,
} from "./tables.ts";
import { explainRights, refusedLogin } from "./team/explain-rights.ts";
import { OPENED_BY, teamAdditions } from "./team/tables.ts";
import { actingGroup, groupsOf, limitRole, type Opened, teamOf } from "./team/team.ts";

// Compared by bytes, not by the server's locale: the order of names must be the same in every
// store.
const TEXT = 'text collate "C"';

/** How long the check whether a store is still current waits for the server. */
const ANSWER_MS = 5_000;
/**
 * Limit for statements that are quick on any server; also added to the wait for a lock before
 * giving up.
 */
const QUICK_MS = 15_000;
/**
 * Leases use the server's clock, by an offset measured at opening. Beyond this drift the offset is
 * wrong.
 */
const MAX_DRIFT_MS = 1_000;

/** A workspace in a schema of a PostgreSQL database, for many machines. Artifacts are rows. */
const postgresql: StoreDriver = {
  name: "postgresql",
  owns: (location) => ["postgresql", "postgres"].includes(schemeOf(location) ?? ""),
  exists: (location) => withConnections(location, isWorkspace),
  create: (location) =>
    withConnections(location, async (connections, address) => {
      // Checked again by `if not exists` under the lock: two processes may create at once.
      if (await isWorkspace(connections, address)) return false;
      const settings = { ...address, waitMs: LOCK_WAIT_MS, readOnly: false, role: null };
      const { write } = beginStatements(settings);
      const statements = `${write}; ${createSchema(address.schema, TEXT)}; commit`;
      await connections.use((client) => client.query(statements));
      return true;
    }),
  async open(location, { lockWaitMs = LOCK_WAIT_MS, readOnly = false, role } = {}) {
    const address = parseAddress(location);
    const connections = await connect(address);
    try {
      const found = await openedBy(connections, address);
      if (found === null) {
        throw new HoldallError("E_NOT_FOUND", `Cannot open "${address.display}": not a workspace`, {
          cure: "create one with `holdall init --store URL`",
        });
      }
      const opened = limitRole(found, role);
      if (opened.may_read === 0) throw await refusedLogin(connections, address, opened);
      const ahead = await clockAhead(connections);
      return createStore(address, connections, { opened, ahead, lockWaitMs, readOnly });
    } catch (error) {
      await connections.end();
      throw toHoldallError(error, address.display);
    }
  },
};

export default postgresql;

async function withConnections<Result>(
  location: string,
  work: (connections: Connections, address: ServerAddress) => Promise<Result>,
): Promise<Result> {
  const address = parseAddress(location);
  const connections = await connect(address);
  try {
    return await work(connections, address);
  } catch (error) {
    throw toHoldallError(error, address.display);
  } finally {
    await connections.end();
  }
}

/** Who has opened a workspace; null where there is none. */
async function openedBy({ use }: Connections, { schema }: ServerAddress): Promise<Opened | null> {
  const text = numberParameters(OPENED_BY);
  const { rows } = await use((client) => client.query<Opened>(within(QUICK_MS, text, [schema])));
  return rows[0] ?? null;
}

async function isWorkspace(connections: Connections, address: ServerAddress): Promise<boolean> {
  return (await openedBy(connections, address)) !== null;
}

/** A statement with a time limit of its own; after that, its connection counts as dead. */
function within(limitMs: number, text: string, values?: string[]) {
  return { text, query_timeout: limitMs, ...(values === undefined ? {} : { values }) };
}

/** Assumes that the answer travelled half of the round trip. */
function clockAhead({ use }: Connections): Promise<number> {
  return use(async (client) => {
    const before = Date.now(); // Opening the connection is no part of the round trip.
    const { rows } = await client.query(within(QUICK_MS, CLOCK));
    return Math.round(Number(rows[0]?.ms) - (before + Date.now()) / 2);
  });
}

function createStore(
  address: ServerAddress,
  connections: Connections,
  {
    opened,
    ahead,
    lockWaitMs,
    readOnly,
  }: {
    readonly opened: Opened;
    readonly ahead: number;
    readonly lockWaitMs: number;
    readonly readOnly: boolean;
  },
): Store {
  const queue = createTransactionQueue();
  const groups = opened.is_team ? groupsOf(opened.owner_name) : null;
  const role = groups === null ? null : actingGroup(opened, groups);
  // A login that is a writer cannot act as a reader: there, the transaction itself refuses to write.
  const isReader = opened.limitedFrom !== undefined && opened.role === "reader";
  const beginnings = beginStatements({
    ...address,
    waitMs: lockWaitMs,
    readOnly: readOnly || isReader,
    role,
  });
  const engine: Engine = {
    name: "postgresql",
    types: { integer: "bigint", text: TEXT, bytes: "bytea" },
    hasTable: HAS_TABLE,
    schemas: { real: address.schema, shadow: "pg_temp" },
    shadowOf,
    listObjects,
    listTriggers: null,
    fullText: tsvector,
    trigger,
    isJson,
    rowLock: "for update skip locked",
    clockAhead: ahead,
    teamAdditions: groups === null ? [] : teamAdditions(address.schema, groups),
  };
  const perform = <Result>(
    mode: Mode,
    work: (tx: Transaction, execute: Execute) => Promise<Result>,
  ) =>
    inTransaction(
      connections,
      { mode, begin: beginnings[mode], address, opened, lockWaitMs },
      work,
    );
  const write = commitTogether(queue, (work) => perform("write", work));
  const transaction: Store["transaction"] = (mode, work) =>
    mode === "write" ? write(work) : queue.runNow(() => perform(mode, work));
  const executeAlone: Execute = (sql, params) =>
    perform("alone", (_, execute) => execute(sql, params));
  return {
    engine,
    location: address.display,
    // Otherwise decided by the server for each transaction.
    isReadOnly: readOnly || (opened.is_team && opened.role === "reader"),
    membership: groups === null ? null : { login: opened.login, role: opened.role },
    team: teamOf(address, opened, transaction),
    artifacts: rowArtifacts(executeAlone),
    transaction,
    listen: (topic) => listen(address, topic),
    // The server keeps its own log, and recovers from it by itself.
    recordHead: () => {},
    recordedHead: () => null,
    saveCopy: (label) =>
      queue.enqueue(() => perform("write", (tx) => copySchema(tx, address, label))),
    removeCopies: () => queue.enqueue(() => perform("write", (tx) => dropCopies(tx, address))),
    checkIntegrity: () => checkIntegrity(executeAlone),
    size: async () => {
      const { rows } = await executeAlone(SIZE, []);
      return Number(rows[0]?.bytes ?? 0);
    },
    isCurrent: () => isUnchanged(connections, address, ahead),
    close: () => queue.enqueue(() => connections.end()),
  };
}

/**
 * Whether the server answers in time, still has the workspace, and its clock has the same offset as
 * before.
 */
async function isUnchanged(
  connections: Connections,
  address: ServerAddress,
  ahead: number,
): Promise<boolean> {
  const look = async () =>
    (await isWorkspace(connections, address)) &&
    Math.abs((await clockAhead(connections)) - ahead) < MAX_DRIFT_MS;
  // A connection whose other end is gone would be waited for until the operating system gives up.
  const late = wait(ANSWER_MS, false, { ref: false });
  return Promise.race([look().catch(() => false), late]);
}

/** `alone` is for one statement that needs no turn. */
type Mode = TransactionMode | "alone";

interface TransactionSettings {
  readonly mode: Mode;
  readonly begin: string;
  readonly address: ServerAddress;
  readonly opened: Opened;
  readonly lockWaitMs: number;
}

/** Runs work in a transaction on a connection of its own. Buffered writes are sent before the commit. */
async function inTransaction<Result>(
  connections: Connections,
  { mode, begin: beginning, address, opened, lockWaitMs }: TransactionSettings,
  work: (tx: Transaction, execute: Execute) => Promise<Result>,
): Promise<Result> {
  let isEnding = false;
  try {
    return await connections.use(async (client) => {
      const lockWait = mode === "write" ? lockWaitMs : 0;
      // Not awaited: the first statement follows it at once, and fails with it.
      const begun = client.query(within(lockWait + QUICK_MS, beginning));
      begun.catch(() => {}); // Reported by the statements after it, where there are any.
      const announcer = createAnnouncer(address);
      const { tx, execute, send } = createTransaction(client, begun, {
        address,
        announce: announcer.announce,
      });
      const result = await work(tx, execute);
      announcer.send(tx.write);
      isEnding = mode === "write" || mode === "alone";
      const { command } = await send(mode === "shadow" ? "rollback" : "commit");
      // What failed on the server was rolled back, whatever was done about the error.
      if (isEnding && command !== "COMMIT") throw new Error("the transaction was rolled back");
      return result;
    });
  } catch (error) {
    const ours = isEnding
      ? uncertainCommit(error, address)
      : toHoldallError(error, address.display);
    throw await explainRights(connections, { address, opened }, ours);
  }
}

/** A connection that is lost during the commit leaves open whether the server has committed. */
function uncertainCommit(cause: unknown, { display }: ServerAddress): unknown {
  const error = toHoldallError(cause, display);
  if (!(error instanceof HoldallError) || error.code !== "E_IO" || isRefusal(cause)) return error;
  const cure = "look whether it was written before doing it again";
  return new HoldallError("E_IO", `${error.message} while it was written`, { cure, cause });
}

/**
 * Writes are buffered and sent before the next read, so that a round trip is paid per batch, not
 * per row.
 */
function createTransaction(
  client: PoolClient,
  begun: Promise<unknown>,
  {
    address: { display },
    announce,
  }: { readonly address: ServerAddress; readonly announce: Transaction["announce"] },
) {
  const buffer = createWriteBuffer();
  /** Sends what is buffered and a statement after it, and waits for the answers to all of them at once. */
  async function send(text: string, values: readonly SqlValue[] = []): Promise<QueryResult> {
    const before = buffer.drain().map((query) => client.query(query.text, [...query.values]));
    const answer = client.query(text, [...values]);
    await Promise.all([begun, ...before, answer]);
    return answer;
  }
  const execute: Execute = async (sql, params) => {
    try {
      const { rows, rowCount } = await send(numberParameters(sql), params);
      return { rows, count: rowCount ?? 0 };
    } catch (error) {
      throw toHoldallError(error, display);
    }
  };
  const tx: Transaction = {
    async all<Found extends Row>(sql: string, params?: readonly SqlValue[]) {
      // The columns are what the caller's own table definitions say.
      return (await execute(sql, params ?? [])).rows as readonly Found[];
    },
    run: async (sql, params) => (await execute(sql, params ?? [])).count,
    write: (sql, params) => buffer.add(sql, params),
    announce,
    artifacts: rowArtifacts(execute),
  };
  return { tx, execute, send };
}

/**
 * A copy before a migration. Artifacts are not copied: no migration changes them, and they are the
 * largest part.
 */
async function copySchema(
  tx: Transaction,
  { schema }: ServerAddress,
  label: string,
): Promise<string> {
  const target = `${schema}_${label.replaceAll(/[^a-z0-9]+/g, "_")}`;
  if ((await tx.all(HAS_SCHEMA, [target])).length > 0) return target;
  await tx.run(createCopySchema(target));
  for (const { name } of await tx.all<{ name: string }>(LIST_TABLES)) {
    if (name !== "ledger_artifacts") await tx.run(copyTable(target, name));
  }
  return target;
}

async function dropCopies(tx: Transaction, { schema }: ServerAddress): Promise<number> {
  const copies = await tx.all<{ name: string }>(LIST_COPY_SCHEMAS, [schema]);
  for (const { name } of copies) await tx.run(dropCopySchema(name));
  return copies.length;
}
