import type { FullText, TriggerDefinition } from "../store.ts";

/** Settings of a read-only connection. `cache_size` is negative: 32 MiB. */
export const SETUP_TO_READ = `
  pragma foreign_keys = off;
  pragma temp_store = file;
  pragma cache_size = -32768;
`;

/**
 * Settings of every other connection: each commit is durable, readers beside one writer, deleted
 * content is overwritten (a redaction must remove the bytes), and the log shrinks to 64 MiB at most
 * after a checkpoint.
 */
export const SETUP = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma secure_delete = on;
  pragma journal_size_limit = 67108864;
  ${SETUP_TO_READ}
`;

/** Reads something, so that a database that cannot be read fails here. */
export const PROBE = "select count(*) from sqlite_master";

/** A view in the database, if it has any. */
export const FIND_VIEW = "select name from sqlite_master where type = 'view' limit 1";

/**
 * SQLite's own wait for a lock blocks the process; after this time we wait with a timer instead.
 */
export const WAIT_BRIEFLY = "pragma busy_timeout = 20";

/** How each kind of transaction begins. */
export const BEGIN = {
  // Takes the write lock now, so that two processes cannot both read the same head.
  write: "begin immediate",
  read: "begin deferred",
  shadow: "begin deferred",
} as const;

/** Moves the log into the database and truncates it, unless a reader still needs it. */
export const EMPTY_LOG = "pragma wal_checkpoint(truncate)";

/** Writes the complete database into a new file. */
export const COPY = "vacuum into ?";

/** What SQLite finds wrong with its file: one row `ok`, or a row for every fault up to a number. */
export const INTEGRITY = "pragma integrity_check(100)";

/** Tables, indexes and triggers with their statements, as SQLite spells them for any schema. */
export const listObjects = (schema: "real" | "shadow") =>
  `select type as kind, name, coalesce(sql, '') as definition
   from ${schema === "real" ? "main" : "temp"}.sqlite_master where name not like 'sqlite_%'`;

/** Every trigger with its table and its statement. */
export const LIST_TRIGGERS = `select name, tbl_name as "table", coalesce(sql, '') as definition
   from main.sqlite_master where type = 'trigger'`;

/** Has a row when a table of that name exists. */
export const HAS_TABLE = "select 1 as found from sqlite_master where type = 'table' and name = ?";

/** Our tables with row ids; those of a full-text index are checked by their own module. */
export const LIST_TABLES = `select name from pragma_table_list
  where schema = 'main' and type = 'table' and wr = 0 and name not like 'sqlite_%' order by name`;

/** The columns of a table: what may be null, and what is its key. */
export const LIST_COLUMNS = 'select name, type, "notnull", pk from pragma_table_info(?, ?)';

/**
 * The first row whose column has a value of a type: `null`, `real`, `text`, `blob`, or `large` for an integer that
 * JavaScript cannot represent.
 */
export const findRowOfType = (table: string, column: string) =>
  `select min(rowid) as row from "${table}" where case when typeof("${column}") = 'integer'
     and abs("${column}" / 2) >= 4503599627370496 then 'large' else typeof("${column}") end = ?`;

/** For each column, as `row_0`, `row_1` …, the first row with a value that its type cannot have; null without one. */
export function findWrongCells(
  table: string,
  columns: readonly { readonly name: string; readonly type: "integer" | "text" | "blob" }[],
): string {
  const firsts = columns.map(({ name, type }, at) => {
    const large = type === "integer" ? ` or abs("${name}" / 2) >= 4503599627370496` : "";
    const isWrong = `typeof("${name}") not in ('${type}', 'null')${large}`;
    return `min(rowid) filter (where ${isWrong}) as row_${at}`;
  });
  return `select ${firsts.join(", ")} from "${table}"`;
}

/**
 * Full-text search with FTS5. The index is a table of its own without a copy of the terms, so every
 * row has to be inserted and removed here as well. Terms are split at spaces only: other characters
 * that occur in them are declared as letters. `optimize` rewrites the index and so removes the
 * terms of deleted rows.
 */
export const fts5: FullText = {
  create: ({ name, terms }) => `create virtual table ${name} using ${fts5Table(terms)}`,
  drop: ({ name }) => `drop table if exists ${name}`,
  insert: ({ name, terms }) => `insert into ${name} (rowid, ${terms}) values (?, ?)`,
  remove: ({ name }) => `delete from ${name} where rowid = ?`,
  purge: ({ name }) => `insert into ${name} (${name}) values ('optimize')`,
  // The index is made a second time, and what both know of each term and row is compared.
  compare({ name, table, key, terms }) {
    const again = `${name}_again`;
    const known = `${name}_known`;
    const wanted = `${name}_wanted`;
    const difference = (left: string, right: string) =>
      `(select count(*) from (select * from temp.${left} except select * from temp.${right}))`;
    return {
      before: [
        `create virtual table temp.${again} using ${fts5Table(terms)}`,
        `insert into temp.${again} (rowid, ${terms}) select ${key}, ${terms} from main.${table}`,
        `create virtual table temp.${known} using fts5vocab(main, ${name}, instance)`,
        `create virtual table temp.${wanted} using fts5vocab(temp, ${again}, instance)`,
      ],
      query: `select ${difference(known, wanted)} + ${difference(wanted, known)} as n`,
    };
  },
  search: ({ name, table, key, terms }) => ({
    from: `${name} w join ${table} c on c.${key} = w.rowid`,
    where: `w.${terms} match ?`,
    parameter: (term) => `"${term.replaceAll('"', '""')}"`,
  }),
};

function fts5Table(terms: string): string {
  return `fts5(
    ${terms}, content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 0 tokenchars '-_./@:'")`;
}

/** A statement that creates a temporary table or index. */
export function shadowOf(statement: string): string {
  return statement
    .replace(/^\s*create\s+table\b/i, "create temp table")
    .replace(/^\s*create\s+virtual\s+table\s+/i, "create virtual table temp.");
}

/** A trigger as SQLite spells it. */
export function trigger({ name, on, when, steps }: TriggerDefinition): readonly string[] {
  const condition = when === undefined ? "" : ` when (${when})`;
  const body = steps.map((step) =>
    typeof step === "string"
      ? step
      : `select raise(abort, '${step.code}') where not (${step.unless})`,
  );
  return [`create trigger ${name} ${on} for each row${condition} begin ${body.join("; ")}; end`];
}

/** A condition that fails unless an expression is valid JSON. */
export function isJson(expression: string): string {
  return `json_valid(${expression})`;
}
