/**
 * Opens a workspace. The order matters: migrate the ledger's own tables first, then rebuild
 * projections that are older than this program, then accept work. Both steps check again inside
 * their transaction, since another process may do the same at the same time.
 */

import { HoldallError } from "../base/errors.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { Store, Transaction } from "../stores/store.ts";
import type { TeamAgent } from "../stores/team.ts";
import { type AppendOptions, appendEvents, type NewEvent } from "./append.ts";
import { maintenance } from "./maintenance.ts";
import { isMigrated, type Migration, migrate, requireWritable } from "./migrations.ts";
import type { Author } from "./own-actor.ts";
import {
  gatherProjections,
  type LedgerModule,
  outdatedProjections,
  type Projections,
  rebuildTables,
} from "./projections.ts";
import { refuseForeignTriggers } from "./refuse-triggers.ts";
import type { StreamHeads, StreamHeadsCache } from "./stream-heads.ts";
import { selectLastPos } from "./tables/events.ts";
import { readMeta, readMetaIfAny } from "./tables/schema.ts";
import type { UnitOfWork } from "./unit-of-work.ts";
import { newUuid } from "./uuid.ts";

/** An open workspace. */
export interface Ledger {
  readonly store: Store;
  readonly modules: readonly LedgerModule[];
  readonly projections: Projections;
  readonly now: () => Date;
  /** Appends events, all or none, and returns them as stored. */
  append(events: readonly NewEvent[], options?: AppendOptions): Promise<readonly LedgerEvent[]>;
  /** Reads one snapshot. */
  read<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Reads and appends as the only writer of the workspace. */
  write<Result>(work: (unit: UnitOfWork) => Promise<Result>): Promise<Result>;
  /** Whether opening again would find the same workspace, with tables of this program's version. */
  isCurrent(): Promise<boolean>;
  /** Who appends to it. */
  readonly author: Author;
  /** The same ledger for an agent of a team, who writes under its own name. */
  as(agent: TeamAgent): Ledger;
  close(): Promise<void>;
}

/** What a ledger is opened with. */
export interface LedgerOptions {
  readonly modules?: readonly LedgerModule[];
  /** Whether the store may be new. Otherwise one without tables has lost them and is refused. */
  readonly isNew?: boolean;
  /** Whether a ledger that lacks events which it once had is opened, to be checked. */
  readonly mayLackEvents?: boolean;
  readonly now?: () => Date;
  readonly newId?: () => string;
  /** Steps of the schema; replaced only by tests. */
  readonly migrations?: readonly Migration[];
}

/**
 * Opens the ledger of a store. Tables that are missing or older than this program are created
 * first.
 */
export async function openLedger(store: Store, options: LedgerOptions = {}): Promise<Ledger> {
  const { now = () => new Date(), newId = newUuid } = options;
  const modules = [maintenance, ...(options.modules ?? [])];
  const projections = gatherProjections(modules);
  const meta = await store.transaction("read", (tx) => readMetaIfAny(tx, store.engine));
  if (meta.size === 0) await requireNew(store, options);
  const outdated = outdatedProjections(meta, projections);
  await refuseForeignTriggers(store, projections, outdated);
  if (meta.size > 0 && !options.mayLackEvents) await requireRecordedEvents(store);
  await migrate(store, meta, options.migrations);
  if (outdated.length > 0) await rebuildOutdated(store, projections);
  const leaseTime = () => now().getTime() + store.engine.clockAhead;
  let committed: StreamHeads | null = null;
  /** Of each transaction, which several writers may share. */
  const caches = new WeakMap<Transaction, StreamHeadsCache>();
  const writeAs = async <Result>(author: Author, work: (unit: UnitOfWork) => Promise<Result>) => {
    const { result, cache } = await store.transaction("write", async (tx) => {
      const cache = caches.get(tx) ?? { last: committed, isCertain: false };
      committed = null;
      caches.set(tx, cache);
      const context = { tx, projections, now, newId, cache, author };
      const append: UnitOfWork["append"] = (events, what) => appendEvents(context, events, what);
      return { result: await work({ tx, now, newId, leaseTime, append }), cache };
    });
    committed = cache.last; // Only after the commit: heads that were rolled back must not be used.
    if (cache.last !== null) store.recordHead(cache.last);
    return result;
  };
  const ledgerOf = (author: Author): Ledger => ({
    store,
    modules,
    projections,
    now,
    append: (events, what) => writeAs(author, (unit) => unit.append(events, what)),
    read: (work) => store.transaction("read", work),
    write: (work) => writeAs(author, work),
    async isCurrent() {
      if (!(await store.isCurrent())) return false;
      const found = await store.transaction("read", readMeta);
      return (
        isMigrated(found, options.migrations) &&
        outdatedProjections(found, projections).length === 0
      );
    },
    author,
    as: (agent) => ledgerOf({ ...author, agent }),
    close: () => store.close(),
  });
  return ledgerOf({ membership: store.membership, agent: null });
}

/** An empty database is what remains of a workspace whose file was cut off, unless it is being created. */
async function requireNew(store: Store, { isNew = false }: LedgerOptions): Promise<void> {
  let state = isNew ? null : "the database is empty";
  if (store.recordedHead() !== null) state = "the database is empty, although it had events";
  for await (const _ of store.artifacts.list()) {
    state = "the database is empty, although there are artifacts";
    break;
  }
  if (state === null) return;
  throw new HoldallError("E_STORE", `Cannot open the workspace "${store.location}": ${state}`, {
    cure: "restore the database from a copy, or create a new workspace with `holdall init`",
  });
}

/** Refuses a database whose newest commits were lost with the files beside it, or that is an older copy. */
async function requireRecordedEvents(store: Store): Promise<void> {
  const recorded = store.recordedHead(); // Read first: whoever records a head has committed its events before.
  if (recorded === null) return;
  const events = await store.transaction("read", selectLastPos);
  if (events >= recorded.pos) return;
  const state = `it has ${events} events, but had at least ${recorded.pos}; the newest were lost with a file of the database`;
  throw new HoldallError("E_STORE", `Cannot open the workspace "${store.location}": ${state}`, {
    cure: 'restore the folder from a copy; or remove "ledger.head" in it to continue without these events',
  });
}

async function rebuildOutdated(store: Store, projections: Projections): Promise<void> {
  requireWritable(store);
  await store.transaction("write", async (tx) => {
    const late = outdatedProjections(await readMeta(tx), projections);
    await rebuildTables(tx, store.engine, gatherFrom(late));
  });
}

function gatherFrom(late: ReturnType<typeof outdatedProjections>): Projections {
  return gatherProjections(late.map((projection) => ({ projection })));
}
