import type { LedgerEvent } from "../model/event.ts";
import type { Store, Transaction } from "../stores/store.ts";
import { type AppendOptions, appendEvents, type NewEvent } from "./append.ts";
import { isMigrated, type Migration, migrate } from "./migrations.ts";
import {
  gatherProjections,
  type LedgerModule,
  outdated,
  type Projections,
  rebuildTables,
} from "./projections.ts";
import type { StreamHeadsCache } from "./stream-heads.ts";
import { readMeta, readMetaIfAny } from "./tables.ts";
import type { WriteUnit } from "./unit-of-work.ts";
import { newUuid } from "./uuid.ts";

/** An open workspace. */
export interface Ledger {
  readonly store: Store;
  readonly rooms: readonly LedgerModule[];
  readonly projections: Projections;
  readonly now: () => Date;
  /** Appends events, all or none, and returns them as stored. */
  append(events: readonly NewEvent[], options?: AppendOptions): Promise<readonly LedgerEvent[]>;
  /** Reads at one moment. */
  read<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Reads and appends with the workspace to oneself. */
  write<Result>(work: (unit: WriteUnit) => Promise<Result>): Promise<Result>;
  /** Whether opening it again would find the same: the workspace, and tables of this program's version. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

/** What a ledger is opened with. */
export interface LedgerOptions {
  readonly rooms?: readonly LedgerModule[];
  readonly now?: () => Date;
  readonly newId?: () => string;
  /** Steps of the schema; other than the real ones only to test them. */
  readonly migrations?: readonly Migration[];
}

/** Opens the ledger of a store: tables that are missing or older than this program are made first. */
export async function openLedger(store: Store, options: LedgerOptions = {}): Promise<Ledger> {
  const { rooms = [], now = () => new Date(), newId = newUuid } = options;
  const projections = gatherProjections(rooms);
  const meta = await store.transaction("read", (tx) => readMetaIfAny(tx, store.engine));
  await migrate(store, meta, options.migrations);
  if (outdated(meta, projections).length > 0) await update(store, projections);
  const leaseTime = () => now().getTime() + store.engine.clockAhead;
  const committed: StreamHeadsCache = { ends: null };
  const write: Ledger["write"] = async (work) => {
    const memory: StreamHeadsCache = { ends: null };
    const result = await store.transaction("write", (tx) => {
      memory.ends = committed.ends;
      committed.ends = null;
      const context = { tx, projections, now, newId, memory };
      const append: WriteUnit["append"] = (events, what) => appendEvents(context, events, what);
      return work({ tx, now, newId, leaseTime, append });
    });
    committed.ends = memory.ends; // Not before: what was rolled back must not be gone on from.
    return result;
  };
  return {
    store,
    rooms,
    projections,
    now,
    append: (events, what) => write((unit) => unit.append(events, what)),
    read: (work) => store.transaction("read", work),
    write,
    isCurrent: async () => {
      if (!(await store.isCurrent())) return false;
      const found = await store.transaction("read", readMeta);
      return isMigrated(found, options.migrations) && outdated(found, projections).length === 0;
    },
    close: () => store.close(),
  };
}

async function update(store: Store, projections: Projections): Promise<void> {
  await store.transaction("write", async (tx) => {
    const late = outdated(await readMeta(tx), projections);
    await rebuildTables(tx, store.engine.types, gatherFrom(late));
  });
}

function gatherFrom(late: ReturnType<typeof outdated>): Projections {
  return gatherProjections(late.map((projection) => ({ projection })));
}
