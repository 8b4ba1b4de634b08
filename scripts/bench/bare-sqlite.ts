/** What appends are measured against: a loop that inserts rows which are known already. */
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { SETUP } from "../../src/stores/sqlite/tables.ts";

/** A database into which the rows of another are inserted. */
export interface Bare {
  /** Inserts the rows of the next batches, each in a transaction of its own. */
  insert(batches: number): void;
  close(): void;
}

/** One row that is to be inserted. */
interface Insert {
  readonly statement: StatementSync;
  readonly values: readonly SQLInputValue[];
}

const DATABASE = "ledger.sqlite";
/** How a stream's end is written: once a batch, as whoever keeps such a table would. */
const UPSERT_HEAD = `insert into ledger_streams (stream, events, hash) values (?, ?, ?)
  on conflict (stream) do update set events = excluded.events, hash = excluded.hash`;

/** Opens the target, a workspace that lacks rows of the model, and reads those. */
export function openBare(
  folder: string,
  { model, target, batches }: { model: string; target: string; batches: number },
): Bare {
  const database = new DatabaseSync(join(folder, target, DATABASE));
  database.exec(SETUP);
  database.exec(`attach '${join(folder, model, DATABASE)}' as model`);
  const plan = planOf(database, batches);
  database.exec("detach model");
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  let next = 0;
  return {
    insert(count) {
      for (const rows of plan.slice(next, next + count)) {
        begin.run();
        for (const { statement, values } of rows) statement.run(...values);
        commit.run();
      }
      next += count;
    },
    close: () => database.close(),
  };
}

function planOf(database: DatabaseSync, batches: number): readonly (readonly Insert[])[] {
  const names = database.prepare("select name from main.sqlite_master where type = 'table'").all();
  const tables = names.map(({ name }) => String(name)).filter((name) => name !== "ledger_streams");
  const missing = tables.map((table) => missingRows(database, table));
  const heads = database.prepare(UPSERT_HEAD);
  return Array.from({ length: batches }, (_, batch) => {
    const parts = missing.map((rows) => part(rows, batch, batches));
    const events = parts[tables.indexOf("ledger_events")] ?? [];
    return [...interleave(parts), ...headsOf(heads, events)];
  });
}

function part<Item>(items: readonly Item[], number: number, of: number): readonly Item[] {
  const at = (each: number) => Math.floor((items.length * each) / of);
  return items.slice(at(number), at(number + 1));
}

/** Rows of all tables in turn, as a loop over events inserts them. */
function interleave(lists: readonly (readonly Insert[])[]): readonly Insert[] {
  const placed = lists.flatMap((list) =>
    list.map((insert, index) => ({ insert, place: index / list.length })),
  );
  return placed.sort((a, b) => a.place - b.place).map(({ insert }) => insert);
}

function missingRows(database: DatabaseSync, table: string): readonly Insert[] {
  const select = database.prepare(
    `select * from model.${table}
     where rowid > (select coalesce(max(rowid), 0) from main.${table}) order by rowid`,
  );
  const columns = select.columns().map(({ name }) => name);
  const marks = columns.map(() => "?").join(", ");
  const statement = database.prepare(`insert into main.${table} values (${marks})`);
  return select.all().map((row) => {
    return { statement, values: columns.map((column) => row[column] ?? null) };
  });
}

/** The end of every stream after some events; their columns are in the order of the table's. */
function headsOf(statement: StatementSync, events: readonly Insert[]): readonly Insert[] {
  const heads = new Map<SQLInputValue, Insert>();
  for (const { values } of events) {
    const [, stream = null, seq, , , , , , , , hash = null] = values;
    heads.set(stream, { statement, values: [stream, Number(seq) + 1, hash] });
  }
  return [...heads.values()];
}
