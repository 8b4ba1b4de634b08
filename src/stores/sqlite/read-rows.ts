/**
 * Rows of a query, each value checked against its column. SQLite stores any type in any column, and a key that is
 * text may be null: in a file that somebody altered, a row is not what the tables promise.
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { HoldallError } from "../../base/errors.ts";
import { DAMAGE_CURE, damagedCell } from "../damage.ts";
import type { Row, SqlValue } from "../store.ts";
import { findRowOfType, findWrongCells, LIST_COLUMNS, LIST_TABLES } from "./tables.ts";

/** The types of our columns, as their tables declare them. */
type ColumnType = "integer" | "text" | "blob";

/** A column of a result. */
interface ResultColumn {
  readonly name: string;
  /** Where its values are stored; null for one that is computed. */
  readonly origin: Origin | null;
}

interface Origin {
  readonly table: string;
  readonly column: string;
  readonly type: ColumnType;
  readonly mayBeNull: boolean;
}

/** A statement that stays prepared. */
export interface Prepared {
  readonly statement: StatementSync;
  /** The rows of a query; a value that its column cannot have is `E_STORE`. */
  all(params: readonly SqlValue[]): Row[];
}

/** Prepares statements of a database. */
export function createPreparer(database: DatabaseSync): (sql: string) => Prepared {
  const mayBeNull = createNullability(database);
  return (sql) => prepareStatement(database, sql, mayBeNull);
}

/**
 * Rows are built here from arrays: the objects of node:sqlite have no prototype and are measurably slower.
 */
function prepareStatement(database: DatabaseSync, sql: string, mayBeNull: MayBeNull): Prepared {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const columns = columnsOf(statement, sql, mayBeNull);
  const toRow = (values: unknown) => {
    const row: Record<string, SqlValue> = {};
    const found = values as readonly SqlValue[]; // As setReturnArrays() says.
    for (let at = 0; at < columns.length; at++) {
      const value = found[at] ?? null;
      const column = columns[at];
      if (column === undefined) continue;
      if (column.origin !== null && !fits(value, column.origin)) {
        throw wrongValue(database, column.origin, value);
      }
      row[column.name] = value;
    }
    return row;
  };
  return {
    statement,
    all(params) {
      try {
        return statement.all(...params).map(toRow);
      } catch (error) {
        throw isTooLarge(error) ? tooLarge(database, columns, error) : error;
      }
    },
  };
}

function fits(value: SqlValue, { type, mayBeNull }: Origin): boolean {
  if (value === null) return mayBeNull;
  if (type === "integer") return Number.isSafeInteger(value);
  return type === "text" ? typeof value === "string" : value instanceof Uint8Array;
}

function columnsOf(
  statement: StatementSync,
  sql: string,
  isNullable: MayBeNull,
): readonly ResultColumn[] {
  // Rows that a join did not find, and the other parts of a union, are null where the table has no null.
  const addsNulls = /\b(?:left\s+join|union)\b/i.test(sql);
  return statement.columns().map(({ name, database, table, column, type }) => {
    const declared = type?.toLowerCase();
    if (table === null || column === null || !isColumnType(declared)) return { name, origin: null };
    const mayBeNull = addsNulls || isNullable(database ?? "main", table, column);
    return { name, origin: { table, column, type: declared, mayBeNull } };
  });
}

function isColumnType(type: string | undefined): type is ColumnType {
  return type === "integer" || type === "text" || type === "blob";
}

/** Whether a column may have a null by the table's definition. */
type MayBeNull = (schema: string, table: string, column: string) => boolean;

function createNullability(database: DatabaseSync): MayBeNull {
  const required = new Map<string, ReadonlySet<unknown>>();
  return (schema, table, column) => {
    const key = `${schema}.${table}`;
    const known = required.get(key) ?? requiredColumns(database, schema, table);
    required.set(key, known);
    return !known.has(column);
  };
}

function requiredColumns(
  database: DatabaseSync,
  schema: string,
  table: string,
): ReadonlySet<unknown> {
  const columns = database.prepare(LIST_COLUMNS).all(table, schema);
  const isRequired = ({ notnull, pk }: (typeof columns)[number]) => notnull !== 0 || pk !== 0;
  return new Set(columns.filter(isRequired).map(({ name }) => name));
}

const nouns = { integer: "an integer", text: "a text", blob: "bytes" } as const;

function wrongValue(database: DatabaseSync, origin: Origin, value: SqlValue): HoldallError {
  const { table, column, type } = origin;
  const stored = value === null ? "null" : typeof value === "number" ? "real" : nounOf(value);
  const row = rowWith(database, origin, stored);
  const found = stored === "null" ? "nothing" : stored === "real" ? "a fraction" : nouns[stored];
  return damagedCell({ table, column, row }, `has ${found} in the place of ${nouns[type]}`);
}

function nounOf(value: Exclude<SqlValue, null | number>): "text" | "blob" {
  return typeof value === "string" ? "text" : "blob";
}

/** The first row of the table with such a value in the column; it may be another one that is damaged, too. */
function rowWith(database: DatabaseSync, { table, column }: Origin, stored: string): number | null {
  try {
    const found = database.prepare(findRowOfType(table, column)).get(stored);
    return typeof found?.row === "number" ? found.row : null;
  } catch {
    return null; // A table without row ids, or one that cannot be read any more.
  }
}

/** node:sqlite refuses an integer that JavaScript cannot represent, and does not say where it was. */
function isTooLarge(error: unknown): error is Error {
  return error instanceof Error && Object(error).code === "ERR_OUT_OF_RANGE";
}

function tooLarge(
  database: DatabaseSync,
  columns: readonly ResultColumn[],
  cause: Error,
): HoldallError {
  for (const { origin } of columns) {
    const row = origin?.type === "integer" ? rowWith(database, origin, "large") : null;
    if (origin !== null && row !== null) return damagedCell({ ...origin, row }, TOO_LARGE, cause);
  }
  const message = `Cannot read the workspace: a result ${TOO_LARGE}`;
  return new HoldallError("E_STORE", message, { cure: DAMAGE_CURE, cause });
}

const TOO_LARGE = "has a number beyond 2^53, which this program does not write";

/** Every column that has values of another type than it declares, as sentences. */
export function listWrongColumns(database: DatabaseSync): readonly string[] {
  const tables = database.prepare(LIST_TABLES).all();
  return tables.flatMap(({ name }) => wrongColumnsOf(database, String(name)));
}

function wrongColumnsOf(database: DatabaseSync, table: string): readonly string[] {
  const columns = database.prepare(LIST_COLUMNS).all(table, "main");
  const typed = columns.flatMap(({ name, type }) => {
    const declared = String(type).toLowerCase();
    return isColumnType(declared) ? [{ name: String(name), type: declared }] : [];
  });
  if (typed.length === 0) return [];
  const found = database.prepare(findWrongCells(table, typed)).get();
  return typed.flatMap(({ name, type }, at) => {
    const row = found?.[`row_${at}`] ?? null;
    if (row === null) return [];
    const rest = `a value that is not ${type === "integer" ? "a safe integer" : nouns[type]}`;
    return [`Table ${table}: column ${name}, row ${row} has ${rest}`];
  });
}
