import type { SqlValue } from "../store.ts";

/** A statement as PostgreSQL takes it. */
export interface Query {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const translated = new Map<string, string>();
const KEPT = 500;

/** Writes `?` as `$1`, `$2` …; question marks inside quotes stay. */
export function numbered(sql: string): string {
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

const INSERT = /^(\s*insert\s+into\s+[\s\S]*?\bvalues\s*)\(([?,\s]+)\)([\s\S]*)$/i;
const TABLE = /^\s*(?:insert\s+into|update|delete\s+from)\s+([a-z_.]+)/i;

interface Group {
  readonly sql: string;
  readonly table: string;
  /** Head, width and tail of an insert that may have more than one row. */
  readonly insert: readonly [head: string, width: number, tail: string] | null;
  readonly rows: (readonly SqlValue[])[];
}

/** Gathers writes and gives them back as few statements with the same effect. */
export interface WriteBuffer {
  add(sql: string, params: readonly SqlValue[]): void;
  /** Everything gathered, in an order that gives the same result; empties the buffer. */
  drain(): readonly Query[];
}

/** A buffer that joins plain inserts into one table; what changes rows keeps its place among them. */
export function createWriteBuffer(): WriteBuffer {
  let groups: Group[] = [];
  /** Groups that further rows may join, by statement. */
  const open = new Map<string, Group>();

  function close(table: string): void {
    for (const [sql, group] of open) if (group.table === table) open.delete(sql);
  }

  return {
    add(sql, params) {
      const joined = open.get(sql);
      if (joined) {
        joined.rows.push(params);
        return;
      }
      const group: Group = { ...shapeOf(sql), sql, rows: [params] };
      // A statement that reads may depend on every write before it, others only on their own table.
      if (/\bselect\b/i.test(sql)) open.clear();
      else close(group.table);
      groups.push(group);
      if (group.insert !== null) open.set(sql, group);
    },
    drain() {
      const queries = groups.flatMap(queriesOf);
      groups = [];
      open.clear();
      return queries;
    },
  };
}

const shapes = new Map<string, Pick<Group, "table" | "insert">>();

function shapeOf(sql: string): Pick<Group, "table" | "insert"> {
  const known = shapes.get(sql);
  if (known) return known;
  const [, head = "", marks = "", tail = ""] = INSERT.exec(sql) ?? [];
  // An upsert must not meet the same row twice in one statement.
  const isPlain = head !== "" && !/\bupdate\b|\bselect\b/i.test(head + tail);
  const width = marks.split("?").length - 1;
  const shape: Pick<Group, "table" | "insert"> = {
    table: TABLE.exec(sql)?.[1]?.toLowerCase() ?? "",
    insert: isPlain ? [head, width, tail] : null,
  };
  if (shapes.size >= KEPT) shapes.clear();
  shapes.set(sql, shape);
  return shape;
}

function queriesOf({ sql, insert, rows }: Group): Query[] {
  if (insert === null) return rows.map((values) => ({ text: numbered(sql), values }));
  const [head, width, tail] = insert;
  const size = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_VALUES / Math.max(1, width))));
  const queries: Query[] = [];
  for (let from = 0; from < rows.length; from += size) {
    const part = rows.slice(from, from + size);
    const marks = `(${Array(width).fill("?").join(", ")})`;
    const text = `${head}${part.map(() => marks).join(", ")}${tail}`;
    // Not numbered() through its cache: the text depends on how many rows there are.
    let count = 0;
    queries.push({
      text: text.replaceAll(/'[^']*'|\?/g, (mark) => (mark === "?" ? `$${++count}` : mark)),
      values: part.flat(),
    });
  }
  return queries;
}
