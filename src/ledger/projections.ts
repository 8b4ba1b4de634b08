import { HoldallError } from "../base/errors.ts";
import type { Findings } from "../base/findings.ts";
import type { LedgerEvent, StreamKind } from "../model/event.ts";
import type { Engine, Transaction } from "../stores/store.ts";
import { toEvent } from "./event-hash.ts";
import { kindOf } from "./kind-of.ts";
import type { Lease } from "./leases.ts";
import { selectEvents } from "./tables/events.ts";
import { countTableRows, differingRows, dropTable } from "./tables/projections.ts";
import { PROJECTED_SINCE, parseVersion, readMeta, writeMeta } from "./tables/schema.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/**
 * Tables of a module that follow from the ledger alone. They may be dropped and rebuilt at any
 * time.
 *
 * Contract, checked by test/conformance/ledger-suite.ts:
 * - `apply` depends on the event and on its own tables only, never on the clock, on chance or on
 *   other tables;
 * - applying all events in the order of their `pos` gives identical rows, however they were split.
 */
export interface Projection {
  readonly name: string;
  /** Raised when the tables or the rules change: an older workspace is rebuilt when it is opened. */
  readonly version: number;
  /** The kinds of streams whose events it wants. */
  readonly kinds: readonly StreamKind[];
  /** Every table, in the order of creation. */
  readonly tables: readonly string[];
  /** Statements that create the tables and their indexes; each begins with `create`. */
  create(types: Engine["types"]): readonly string[];
  /**
   * Triggers with which the database itself refuses changes that no event made; each statement begins with
   * `create`. They go with their tables when those are dropped.
   */
  triggers?(engine: Engine): readonly string[];
  apply(tx: Transaction, event: LedgerEvent): Promise<void> | void;
}

/** Checks one event; whatever is wrong with it is a finding. */
export type EventCheck = (tx: Transaction, event: LedgerEvent) => Promise<void> | void;

/** What a module of rules contributes to a workspace. */
export interface LedgerModule {
  readonly projection: Projection;
  /** What its events must satisfy beyond an intact chain; `verify` passes every event in order. */
  readonly check?: {
    readonly kinds: readonly StreamKind[];
    begin(findings: Findings): EventCheck;
  };
  /** Tables that are no projection of events, because they contain words of texts. */
  readonly index?: {
    /** What is wrong with them, as sentences. Gets a `shadow` transaction. */
    check(tx: Transaction, engine: Engine): Promise<readonly string[]>;
  };
  /** How open work of this module is ended when nobody works on it any more. */
  readonly leases?: {
    readonly kinds: readonly string[];
    /** Open work that was never leased, as after an import. */
    unleased(tx: Transaction): Promise<readonly Pick<Lease, "name" | "kind">[]>;
    end(unit: UnitOfWork, lease: Pick<Lease, "name" | "kind">): Promise<void>;
  };
}

/** Events are read in pages of this size. */
const PAGE_SIZE = 1000;

/** The projections of all modules, indexed by the streams that they follow. */
export interface Projections {
  readonly all: readonly Projection[];
  readonly byKind: ReadonlyMap<StreamKind, readonly Projection[]>;
}

/** Sorts the modules' projections by the streams they follow. */
export function gatherProjections(modules: readonly LedgerModule[]): Projections {
  const all = modules.map(({ projection }) => projection);
  const byKind = new Map<StreamKind, Projection[]>();
  for (const projection of all) {
    for (const kind of projection.kinds) {
      byKind.set(kind, [...(byKind.get(kind) ?? []), projection]);
    }
  }
  return { all, byKind };
}

const metaKey = (projection: Projection) => `projection.${projection.name}`;

/** Projections whose tables are missing or of an earlier version. */
export function outdatedProjections(
  meta: ReadonlyMap<string, string>,
  { all }: Projections,
): readonly Projection[] {
  for (const projection of all) {
    // What is no version counts as none: then the tables are built again.
    const stored = parseVersion(meta.get(metaKey(projection)) ?? "0") ?? 0;
    if (stored <= projection.version) continue;
    throw new HoldallError(
      "E_VERSION",
      `Cannot open the workspace: its ${projection.name} tables were written by a newer version of Holdall`,
      { cure: "install the newest version of Holdall" },
    );
  }
  return all.filter((projection) => meta.get(metaKey(projection)) !== String(projection.version));
}

/**
 * Drops the tables of projections and rebuilds them from the ledger. Returns the number of events
 * applied. Of a projection that was never built only what the first schema created is dropped: another table of such
 * a name is somebody else's.
 */
export async function rebuildTables(
  tx: Transaction,
  engine: Engine,
  projections: Projections,
): Promise<number> {
  const meta = await readMeta(tx);
  for (const projection of projections.all) {
    const wasBuilt = meta.has(metaKey(projection));
    for (const table of projection.tables.toReversed()) {
      if (wasBuilt || PROJECTED_SINCE.has(table)) dropTable(tx, table);
    }
    for (const statement of statementsOf(projection, engine)) tx.write(statement, []);
    writeMeta(tx, metaKey(projection), String(projection.version));
  }
  return applyAll(tx, projections);
}

/** Everything that a projection creates, in order: tables, indexes, triggers. */
export function statementsOf(projection: Projection, engine: Engine): readonly string[] {
  return [...projection.create(engine.types), ...(projection.triggers?.(engine) ?? [])];
}

async function applyAll(tx: Transaction, { all, byKind }: Projections): Promise<number> {
  if (all.length === 0) return 0;
  let applied = 0;
  for (let from = 1; ; ) {
    const rows = await selectEvents(tx, { from, to: Number.MAX_SAFE_INTEGER, limit: PAGE_SIZE });
    for (const row of rows) {
      const kind = kindOf(row.stream);
      const wanted = kind === null ? undefined : byKind.get(kind);
      if (wanted === undefined) continue;
      const event = toEvent(row);
      for (const projection of wanted) {
        // Awaiting costs a turn of the event loop: only where there is something to wait for.
        const applying = projection.apply(tx, event);
        if (applying) await applying;
      }
      applied++;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_SIZE) return applied;
    from = last.pos + 1;
  }
}

/** A table of a projection that differs from what the ledger yields. */
export interface StaleTable {
  readonly projection: string;
  readonly table: string;
  /** Rows that are missing or superfluous. */
  readonly rows: number;
}

/**
 * Builds every projection a second time as temporary tables and compares. Needs a `shadow`
 * transaction.
 */
export async function compareTables(
  tx: Transaction,
  engine: Engine,
  { all }: Projections,
): Promise<readonly StaleTable[]> {
  const meta = await readMeta(tx);
  const current = all.filter((each) => meta.get(metaKey(each)) === String(each.version));
  for (const projection of current) {
    for (const statement of statementsOf(projection, engine)) {
      tx.write(engine.shadowOf(statement), []);
    }
  }
  await applyAll(tx, gatherProjections(current.map((projection) => ({ projection }))));
  const stale: StaleTable[] = [];
  for (const { name, tables } of current) {
    for (const table of tables) {
      const rows = await differingRows(tx, table, engine.schemas);
      if (rows > 0) stale.push({ projection: name, table, rows });
    }
  }
  return stale;
}

/** Rows of every table of the projections. */
export async function countProjectionRows(
  tx: Transaction,
  { all }: Projections,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of all.flatMap(({ tables }) => tables)) {
    counts[table] = await countTableRows(tx, table);
  }
  return counts;
}
