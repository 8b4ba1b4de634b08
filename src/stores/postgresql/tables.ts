import type { FullText, TriggerDefinition } from "../store.ts";
import { quoteName } from "./team/tables.ts";

/**
 * Makes this transaction durable on a server whose default acknowledges a commit before it is on
 * disk.
 */
const DURABLE = `
  select set_config('synchronous_commit', 'on', true)
  where current_setting('synchronous_commit') in ('off', 'local')`;

/** How the transactions of a workspace begin. */
export interface Beginning {
  readonly schema: string;
  /** Key of the advisory lock that writers of the workspace wait for each other at. */
  readonly lock: string;
  readonly waitMs: number;
  readonly readOnly: boolean;
  /** The group as which keepers of a team act; null for everybody else. */
  readonly role: string | null;
}

/**
 * How each kind of transaction begins. Settings are made for each transaction: a pooler gives the next one another
 * connection. The schema is in the search path, so that statements need no prefix. A transaction that is idle for a minute
 * is ended: a client that hangs would otherwise keep the write lock.
 */
export function beginStatements({ schema, lock, waitMs, readOnly, role }: Beginning) {
  const acting = role === null ? "" : `; set local role ${quoteName(role)}`;
  const settings = `set local search_path to '${schema}'; set local idle_in_transaction_session_timeout to 60000${acting}`;
  const write = `begin${readOnly ? " read only" : ""}; ${settings}; set local lock_timeout to ${waitMs}; ${DURABLE}`;
  return {
    write: `${write}; select pg_advisory_xact_lock(${lock})`,
    // For one statement that needs no turn, such as storing an artifact.
    alone: write,
    read: `begin isolation level repeatable read read only; ${settings}`,
    // Explicit, because a database may default to read-only; temporary tables need a writable
    // transaction.
    shadow: `begin isolation level repeatable read read write; ${settings}`,
  };
}

/**
 * Creates the place of a workspace: its schema, and the table of artifacts. Their content is stored
 * out of line and uncompressed (`external`): no time is spent on compressing what is often
 * compressed already.
 */
export const createSchema = (schema: string, textType: string) => `
  create schema if not exists ${schema};
  create table if not exists ledger_artifacts (
    sha256 ${textType} primary key, bytes bigint not null, content bytea not null,
    stored_at bigint not null);
  alter table ledger_artifacts alter column content set storage external;
`;

/** Has a row when the schema's table of that name exists. */
export const HAS_TABLE =
  "select 1 as found from pg_tables where schemaname = current_schema() and tablename = ?";

/**
 * Tables, indexes, triggers and their functions with what they consist of. Rules count as triggers. The name of the schema is
 * taken out of definitions, so that a temporary one can be compared with the real one.
 */
export const listObjects = (schema: "real" | "shadow") => {
  const place = schema === "real" ? "current_schema()::regnamespace" : "pg_my_temp_schema()";
  return `
    select 'table' as kind, c.relname as name, (
        select string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
          case when a.attnotnull then 'not null' end, pg_get_expr(d.adbin, d.adrelid),
          (select collname from pg_collation where oid = a.attcollation)), ', ' order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as definition
      from pg_class c where c.relkind = 'r' and c.relnamespace = ${place}
    union all
    select 'index', i.relname,
        regexp_replace(pg_get_indexdef(i.oid), ' ON (ONLY )?[a-z0-9_]+[.]', ' ON ')
        || case when x.indisvalid then '' else ' invalid' end
      from pg_class i join pg_index x on x.indexrelid = i.oid where i.relnamespace = ${place}
    union all
    select 'trigger', t.tgname,
        regexp_replace(pg_get_triggerdef(t.oid), ' (ON|FUNCTION) [a-z0-9_]+[.]', ' \\1 ', 'g')
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = ${place}
    union all
    select 'function', p.proname, p.prosrc from pg_proc p where p.pronamespace = ${place}
    union all
    select 'trigger', r.rulename, pg_get_ruledef(r.oid)
      from pg_rewrite r join pg_class c on c.oid = r.ev_class
      where c.relkind = 'r' and c.relnamespace = ${place}`;
};

/** The schema of the extension that checks tables and indexes; no row where it is missing or not allowed. */
export const FIND_AMCHECK = `
  select quote_ident(n.nspname) as place from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'amcheck' and has_schema_privilege(n.oid, 'usage') and has_function_privilege(
    (select p.oid from pg_proc p join pg_depend d on d.objid = p.oid and d.refobjid = e.oid
     where p.proname = 'verify_heapam' limit 1), 'execute')`;

/** What the extension is to be asked: a statement for every table and every index of the schema. */
export const AMCHECK_TARGETS = `
  select c.oid::bigint as oid, c.relname as name, c.relkind = 'r' as is_table
  from pg_class c left join pg_am m on m.oid = c.relam
  where c.relnamespace = current_schema()::regnamespace
    and (c.relkind = 'r' or (c.relkind = 'i' and m.amname = 'btree')) order by c.relname`;

/** Checks the rows of a table; one row for every fault. */
export const checkTable = (extension: string) =>
  `select msg from ${extension}.verify_heapam(relation => (?)::bigint::oid::regclass) limit 100`;

/** Checks an index, and that it leads to every row; a fault is an error. */
export const checkIndex = (extension: string) =>
  `select ${extension}.bt_index_check(index => (?)::bigint::oid::regclass, heapallindexed => true)`;

/** The schema's tables, by name. */
export const LIST_TABLES =
  "select tablename as name from pg_tables where schemaname = current_schema() order by tablename";

/** Copies a table into another schema. */
export const copyTable = (target: string, table: string) =>
  `create table ${target}.${table} as table ${table}`;

/** Makes a schema for copies. */
export const createCopySchema = (target: string) => `create schema ${target}`;

/** Schemas with copies of another one. */
export const LIST_COPY_SCHEMAS =
  "select nspname as name from pg_namespace where starts_with(nspname, ? || '_before_schema_') order by nspname";

/** Removes a schema with copies. */
export const dropCopySchema = (target: string) => `drop schema ${target} cascade`;

/** Has a row when a schema exists. */
export const HAS_SCHEMA = "select 1 as found from pg_namespace where nspname = ?";

/** Bytes that the schema's tables take. */
export const SIZE =
  "select coalesce(sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass)), 0)::bigint as bytes from pg_tables where schemaname = current_schema()";

/** Wakes those who listen, after the commit. Parameters: the channel, and the payload. */
export const NOTIFY = "select pg_notify(?, ?)";

/** The channel of a workspace; the server has one set of them for each database. */
export const channelOf = (schema: string) => `holdall_${schema}`;

/** Begins to listen. */
export const listenTo = (schema: string) => `listen ${channelOf(schema)}`;

/** The process of the server that answers. */
export const OWN_PROCESS = "select pg_backend_pid() as pid";

/** The server's clock in Unix ms. */
export const CLOCK = "select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms";

/**
 * Stores an artifact. If it exists, its time is renewed, so that a garbage collection in progress
 * keeps it.
 */
export const PUT_ARTIFACT = `
  insert into ledger_artifacts (sha256, bytes, content, stored_at)
  values (?, ?, ?, (extract(epoch from clock_timestamp()) * 1000)::bigint)
  on conflict (sha256) do update set stored_at = excluded.stored_at`;

/** An artifact's bytes. */
export const GET_ARTIFACT = "select content from ledger_artifacts where sha256 = ?";

/** An artifact's size. */
export const SIZE_OF_ARTIFACT = "select bytes from ledger_artifacts where sha256 = ?";

/** Removes an artifact. */
export const REMOVE_ARTIFACT = "delete from ledger_artifacts where sha256 = ?";

/** Artifacts after a name, in the order of names. */
export const LIST_ARTIFACTS =
  "select sha256, bytes, stored_at from ledger_artifacts where sha256 > ? order by sha256 limit ?";

/**
 * Full-text search with a GIN index over the terms as a `tsvector`. The index follows its table by
 * itself, so that only `create` and `search` have something to do. Terms are not stemmed: they are
 * split already.
 */
export const tsvector: FullText = {
  create: ({ name, table, terms }) =>
    `create index ${name} on ${table} using gin (array_to_tsvector(string_to_array(${terms}, ' ')))`,
  drop: () => null,
  insert: () => null,
  remove: () => null,
  purge: () => null,
  compare: () => null,
  search: ({ table, terms }) => ({
    from: `${table} c`,
    where: `array_to_tsvector(string_to_array(c.${terms}, ' ')) @@ (?)::tsquery`,
    parameter: (term) => `'${term.replaceAll(/['\\]/g, "$&$&")}'`,
  }),
};

/**
 * A statement that creates a temporary table, index or trigger. A function does not hide another one, so that a trigger
 * has to name the temporary one.
 */
export function shadowOf(statement: string): string {
  return statement
    .replace(/^\s*create\s+table\b/i, "create temp table")
    .replace(/^\s*create\s+or\s+replace\s+function\s+/i, "$&pg_temp.")
    .replace(/^(\s*create\s+trigger\b[\s\S]*\bexecute\s+function\s+)/i, "$1pg_temp.");
}

/** A trigger as PostgreSQL spells it: a function, and the trigger that calls it. */
export function trigger({ name, on, when, steps }: TriggerDefinition): readonly string[] {
  const condition = when === undefined ? "" : ` when (${when})`;
  const body = steps.map((step) =>
    typeof step === "string"
      ? step
      : `if not (${step.unless}) then raise exception '${step.code}'; end if`,
  );
  const result = on.includes(" delete ") ? "old" : "new";
  return [
    // The search path of whoever creates it, because the tables are looked for when it runs.
    `create or replace function ${name}() returns trigger language plpgsql set search_path from current as $$
       begin ${body.join("; ")}; return ${result}; end $$`,
    `create trigger ${name} ${on} for each row${condition} execute function ${name}()`,
  ];
}

/** A condition that fails unless an expression is valid JSON. */
export function isJson(expression: string): string {
  return `${expression}::json is not null`;
}
