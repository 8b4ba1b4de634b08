import type { Membership, Team, TeamRole } from "./team.ts";

/**
 * A value that every engine stores and returns unchanged. Text contains no NUL character, which
 * PostgreSQL refuses.
 */
export type SqlValue = string | number | null | Uint8Array;

/** One row of a result, by column name. */
export type Row = Readonly<Record<string, SqlValue>>;

/**
 * What a transaction is for. `read` sees one snapshot and changes nothing. `write` is the only
 * writer of the workspace, so that what it reads stays true until it ends. `shadow` is a `read`
 * that may create temporary tables, which hide the real ones of the same name; it leaves nothing.
 */
export type TransactionMode = "read" | "write" | "shadow";

/** Statements inside one transaction. Parameters are written `?`. */
export interface Transaction {
  /** The rows of a query. The caller names their shape, which its own table definitions promise. */
  all<Found extends Row>(sql: string, params?: readonly SqlValue[]): Promise<readonly Found[]>;
  /** Executes a statement and returns how many rows it changed. */
  run(sql: string, params?: readonly SqlValue[]): Promise<number>;
  /**
   * Executes a statement whose count is not needed. A remote engine may buffer several; a failure
   * appears here or with a later call, at the latest when the transaction ends.
   */
  write(sql: string, params: readonly SqlValue[]): void;
  /** Wakes, after the commit, those who listen for a topic in any process, where the engine can. */
  announce(topic: string): void;
  readonly artifacts: Artifacts;
}

/** Waits for what others announce. It may outlive the store that it was got from. */
export interface Listener {
  /**
   * Resolves soon after the topic was announced, also when that was since this last resolved; else when the signal is
   * aborted, or after a time: `pollMs` where announcements cannot be heard, and longer where they can.
   */
  wait(pollMs: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Immutable blobs by the lower-case hex SHA-256 of their bytes, which the caller has computed. */
export interface Artifacts {
  /** Stores bytes durably before it returns; the same bytes are stored once. */
  put(sha256: string, bytes: Uint8Array): Promise<void>;
  /** The bytes as they are stored, not verified; null when there are none. */
  get(sha256: string): Promise<Uint8Array | null>;
  /** How many bytes there are, without reading them; null when there are none. */
  size(sha256: string): Promise<number | null>;
  /** Removes a blob and returns whether it existed. */
  remove(sha256: string): Promise<boolean>;
  /** Every blob, in the order of the names. `storedAt` is when it was last put, in Unix ms. */
  list(): AsyncIterable<StoredArtifact>;
}

/** A blob as a list shows it. */
export interface StoredArtifact {
  readonly sha256: string;
  readonly bytes: number;
  readonly storedAt: number;
}

/** How an engine differs from the others. Everything not named here is the same. */
export interface Engine {
  readonly name: string;
  /** Column types: integers up to 2^53 - 1, text compared by bytes, and bytes. */
  readonly types: { readonly integer: string; readonly text: string; readonly bytes: string };
  /** Query that has a row when a table of the parameter's name exists. */
  readonly hasTable: string;
  /** Prefixes that name the real and the temporary table of a `shadow` transaction. */
  readonly schemas: { readonly real: string; readonly shadow: string };
  /**
   * A `create` statement as it creates the same in the temporary schema. That of an index needs no change: a temporary
   * table hides the real one of the same name.
   */
  shadowOf(statement: string): string;
  /**
   * Query over the tables, indexes and triggers of the real or the temporary schema: rows of `kind`, `name`
   * and `definition`, in which both schemas spell the same thing alike.
   */
  listObjects(schema: "real" | "shadow"): string;
  /**
   * Query over the triggers: rows of `name`, `table` and `definition`. Null where a database never comes
   * with a project.
   */
  readonly listTriggers: string | null;
  readonly fullText: FullText;
  /** The statements that create a trigger. */
  trigger(definition: TriggerDefinition): readonly string[];
  /** A condition that fails unless an expression is valid JSON. */
  isJson(expression: string): string;
  /** Ends a query whose rows no other transaction may take; rows that another one has are skipped. */
  readonly rowLock: string;
  /** How far the engine's clock is ahead of ours in ms; 0 where one machine has one clock. */
  readonly clockAhead: number;
  /** What a team adds to the tables of the ledger; nothing where no team shares the workspace. */
  readonly teamAdditions: readonly string[];
}

/** A trigger for each row, in words that every engine knows. */
export interface TriggerDefinition {
  readonly name: string;
  /** When it runs: `before delete on requests`. */
  readonly on: string;
  /** The condition for running it (default: always). */
  readonly when?: string;
  readonly steps: readonly TriggerStep[];
}

/** One statement of a trigger: a condition that must be true, else the change fails with a code, or something to do. */
export type TriggerStep = string | { readonly unless: string; readonly code: string };

/** A full-text index over one table: terms, separated by spaces, of rows with an integer key. */
export interface TermIndex {
  readonly name: string;
  readonly table: string;
  /** The integer column that identifies a row. */
  readonly key: string;
  /** The text column with the terms. */
  readonly terms: string;
}

/** The statements of a full-text index. Where the engine follows the table by itself, one is null. */
export interface FullText {
  create(index: TermIndex): string;
  /** To be executed before the table itself is dropped. */
  drop(index: TermIndex): string | null;
  /** Parameters: key, terms. */
  insert(index: TermIndex): string | null;
  /** Parameter: key. */
  remove(index: TermIndex): string | null;
  /** Makes the engine forget the terms of removed rows. */
  purge(index: TermIndex): string | null;
  /**
   * Compares the index with its table, in a `shadow` transaction: statements to be executed first, and a
   * query whose `n` is the number of terms in which they differ. Null where the engine's own check does it.
   */
  compare(index: TermIndex): { readonly before: readonly string[]; readonly query: string } | null;
  /**
   * Rows that have a term: what to select from, in which `c` is the table, and a condition with one
   * parameter, which `parameter` makes of the term. Rows without the term may be among them.
   */
  search(index: TermIndex): {
    readonly from: string;
    readonly where: string;
    parameter(term: string): string;
  };
}

/** Where the events of a workspace ended when this was recorded, outside the database. */
export interface RecordedHead {
  readonly pos: number;
  readonly chain: string;
}

/**
 * A workspace's database. A store orders and keeps; it does not decide.
 *
 * Contract, checked by test/conformance/store-suite.ts against every driver:
 * - a transaction is atomic, and what it wrote is durable before it resolves;
 * - `write` transactions of all processes follow each other; each sees what the ones before it wrote;
 * - `read` and `shadow` transactions see one moment, however long they take;
 * - work that throws changes nothing, and the error reaches the caller;
 * - a transaction inside another of the same store is refused instead of waiting for itself;
 * - whoever cannot get the workspace within half a minute gets `E_LOCKED`;
 * - between two transactions nothing is locked, however long the store stays open.
 */
export interface Store {
  readonly engine: Engine;
  /** Where it is, as a person would name it; never with a password. */
  readonly location: string;
  /** Whether it is known that nothing can be written: reads still work, a write transaction is refused. */
  readonly isReadOnly: boolean;
  /** As whom it was opened; null where no team shares the workspace. */
  readonly membership: Membership | null;
  /** The rights of those who share it; null where only one machine can reach it. */
  readonly team: Team | null;
  readonly artifacts: Artifacts;
  transaction<Result>(
    mode: TransactionMode,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result>;
  /** Listens for a topic. What is read afterwards contains all that was announced before. */
  listen(topic: string): Promise<Listener>;
  /**
   * Records outside the database where the committed events end, where a part of the database can be lost
   * without a trace. It may be older than the events and is never newer.
   */
  recordHead(head: RecordedHead): void;
  /** What was recorded last; null when nothing was. */
  recordedHead(): RecordedHead | null;
  /** Copies everything but artifacts aside and returns where; the same label twice is one copy. */
  saveCopy(label: string): Promise<string>;
  /** Removes every copy that `saveCopy()` left, with all that is in it, and returns how many there were. */
  removeCopies(): Promise<number>;
  /** What the engine itself finds wrong with the database, in its own words; nothing when it is intact. */
  checkIntegrity(): Promise<readonly string[]>;
  /** Bytes that the database and its artifacts take. */
  size(): Promise<number>;
  /**
   * Whether opening now would find the same workspace. False if it was removed or replaced, if the
   * connection is lost, and if the offset of the engine's clock has changed. A server checks it
   * before reusing a store.
   */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

/** A kind of database. */
export interface StoreDriver {
  readonly name: string;
  /** Whether a location is of this kind. Looks at the text alone. */
  owns(location: string): boolean;
  /** Whether a workspace is there. */
  exists(location: string): Promise<boolean>;
  /** Creates an empty workspace; false if there is one already. */
  create(location: string): Promise<boolean>;
  open(location: string, options?: OpenOptions): Promise<Store>;
}

/** How a workspace is opened. */
export interface OpenOptions {
  /** How long a transaction waits for its turn, in ms (default: 30,000). */
  readonly lockWaitMs?: number;
  /** Whether nothing will be written: then the engine itself refuses every change. */
  readonly readOnly?: boolean;
  /**
   * The role that the database itself enforces, where it is less than the login's. A server opens the workspace so for
   * agents whose rights are not its own. Without a team there are no roles.
   */
  readonly role?: TeamRole;
}

/** How long a transaction waits for its turn. */
export const LOCK_WAIT_MS = 30_000;
