/**
 * Two adaptations of our SQL to PostgreSQL: numbered parameters, and a write buffer that joins rows
 * of the same insert into one statement. The buffer may only reorder what cannot be observed: a
 * statement is never moved across another that writes to or reads from the same table.
 */

import type { SqlValue } from "../store.ts";

/** A statement as PostgreSQL takes it. */
export interface Query {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const translated = new Map<string, string>();
const KEPT = 500;

/** Writes `?` as `$1`, `$2` …; question marks inside quotes stay. */
export function numberParameters(sql: string): string {
  const known = translated.get(sql);
  if (known !== undefined) return known;
  let count = 0;
  const text = sql.replaceAll(/'[^']*'|\?/g, (part) => (part === "?" ? `$${++count}` : part));
  if (translated.size >= KEPT) translated.clear();
  translated.set(sql, text);
  return text;
}

/** PostgreSQL takes at most 65535 parameters in one statement. */
const MAX_VALUES = 60_000;
const MAX_ROWS = 1000;

// regex: these see our own statements only, never a value.
const INSERT = /^(\s*insert\s+into\s+[\s\S]*?\bvalues\s*)\(([?,\s]+)\)([\s\S]*)$/i;
const TABLE = /^\s*(?:insert\s+into|update|delete\s+from)\s+([a-z_.]+)/i;
const READ = /\b(?:from|join)\s+([a-z_.]+)/gi;
const COLUMNS = /^\s*insert\s+into\s+[a-z_.]+\s*\(([^)]*)\)/i;
// regex: as above.
const CONFLICT = /\bon\s+conflict\s*\(([^)]*)\)/i;

/** What is known of a statement from its text. */
interface StatementShape {
  readonly table: string;
  /** Tables that it reads: a write to them that comes later must not be moved before it. */
  readonly reads: readonly string[];
  /** Head, width and tail of an insert that may have more than one row. */
  readonly insert: readonly [head: string, width: number, tail: string] | null;
  /** Positions of the values that identify the row of an upsert; empty for a plain insert. */
  readonly key: readonly number[];
}

interface StatementGroup extends StatementShape {
  readonly sql: string;
  readonly rows: (readonly SqlValue[])[];
  /**
   * Rows of an upsert that are contained already: PostgreSQL refuses to update a row twice in one
   * statement.
   */
  readonly keys: Set<string>;
}

/** Gathers writes and returns them as fewer statements with the same effect. */
export interface WriteBuffer {
  add(sql: string, params: readonly SqlValue[]): void;
  /** Everything gathered, in an order with the same result; empties the buffer. */
  drain(): readonly Query[];
}

/**
 * A buffer that joins plain inserts and simple upserts per statement; any other statement keeps its
 * place and closes the groups of the tables that it touches.
 */
export function createWriteBuffer(): WriteBuffer {
  let groups: StatementGroup[] = [];
  /** Groups that further rows may join, by statement. */
  const open = new Map<string, StatementGroup>();

  function close(table: string): void {
    for (const [sql, group] of open) if (group.table === table) open.delete(sql);
  }

  return {
    add(sql, params) {
      const joined = open.get(sql);
      if (joined && join(joined, params)) return;
      const group: StatementGroup = { ...shapeOf(sql), sql, rows: [], keys: new Set() };
      join(group, params);
      for (const table of [group.table, ...group.reads]) close(table);
      groups.push(group);
      if (group.insert !== null) open.set(sql, group);
    },
    drain() {
      const queries = joinPlain(groups.flatMap(queriesOf));
      groups = [];
      open.clear();
      return queries;
    },
  };
}

/** Statements without values that follow one another, such as those that create tables, go in one round trip. */
function joinPlain(queries: readonly Query[]): readonly Query[] {
  const joined: Query[] = [];
  for (const query of queries) {
    const last = joined.at(-1);
    if (last?.values.length === 0 && query.values.length === 0) {
      joined.splice(-1, 1, { text: `${last.text};\n${query.text}`, values: [] });
    } else joined.push(query);
  }
  return joined;
}

/** Adds a row to a group, unless the group already contains a value for the same row. */
function join({ key, keys, rows }: StatementGroup, params: readonly SqlValue[]): boolean {
  if (key.length > 0) {
    const name = JSON.stringify(key.map((at) => params[at]));
    if (keys.has(name)) return false;
    keys.add(name);
  }
  rows.push(params);
  return true;
}

const shapes = new Map<string, StatementShape>();

function shapeOf(sql: string): StatementShape {
  const known = shapes.get(sql);
  if (known) return known;
  const [, head = "", marks = "", tail = ""] = INSERT.exec(sql) ?? [];
  const key = /\bupdate\b/i.test(tail) ? keyOf(sql) : [];
  // An insert with a select depends on the rows before it, so it is never joined.
  const isKnown = key !== null && !/\bselect\b/i.test(head + tail);
  const width = marks.split("?").length - 1;
  const shape: StatementShape = {
    table: TABLE.exec(sql)?.[1]?.toLowerCase() ?? "",
    reads: [...sql.matchAll(READ)].map(([, table = ""]) => table.toLowerCase()),
    insert: head !== "" && isKnown ? [head, width, tail] : null,
    key: key ?? [],
  };
  if (shapes.size >= KEPT) shapes.clear();
  shapes.set(sql, shape);
  return shape;
}

/**
 * Positions of the values by which an upsert finds its row; null if they cannot be read from the
 * statement.
 */
function keyOf(sql: string): readonly number[] | null {
  const split = (list = "") => list.split(",").map((name) => name.trim());
  const columns = split(COLUMNS.exec(sql)?.[1]);
  const key = split(CONFLICT.exec(sql)?.[1]).map((column) => columns.indexOf(column));
  return key.includes(-1) ? null : key;
}

function queriesOf({ sql, insert, rows }: StatementGroup): Query[] {
  if (insert === null) return rows.map((values) => ({ text: numberParameters(sql), values }));
  const [head, width, tail] = insert;
  const size = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_VALUES / Math.max(1, width))));
  const queries: Query[] = [];
  for (let from = 0; from < rows.length; from += size) {
    const part = rows.slice(from, from + size);
    const marks = `(${Array(width).fill("?").join(", ")})`;
    const text = `${head}${part.map(() => marks).join(", ")}${tail}`;
    // Not through the cache of `numberParameters()`: the text depends on the number of rows.
    let count = 0;
    queries.push({
      text: text.replaceAll(/'[^']*'|\?/g, (mark) => (mark === "?" ? `$${++count}` : mark)),
      values: part.flat(),
    });
  }
  return queries;
}
