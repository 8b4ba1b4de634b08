import type { FullText } from "../store.ts";

/** Makes a transaction durable on a server that would otherwise acknowledge before it has written. */
const DURABLE = `
  select set_config('synchronous_commit', 'on', true)
  where current_setting('synchronous_commit') in ('off', 'local')`;

/** How each kind of transaction begins; writers of one workspace wait for each other at the lock. */
export const beginStatements = (lock: string, waitMs: number) => ({
  write: `begin; set local lock_timeout to ${waitMs}; ${DURABLE}; select pg_advisory_xact_lock(${lock})`,
  read: "begin isolation level repeatable read read only",
  // Said, because a database may be read-only unless told otherwise, and its temporary tables are not.
  shadow: "begin isolation level repeatable read read write",
});

/** Makes the place of a workspace: its schema, and the table that artifacts are kept in. */
export const createSchema = (schema: string, textType: string) => `
  create schema if not exists ${schema};
  set local search_path to ${schema};
  create table if not exists ledger_artifacts (
    sha256 ${textType} primary key, bytes bigint not null, content bytea not null,
    stored_at bigint not null);
  alter table ledger_artifacts alter column content set storage external;
`;

/** Has a row when the schema's table of that name exists. */
export const HAS_TABLE =
  "select 1 as found from pg_tables where schemaname = current_schema() and tablename = ?";

/** The schema's tables, by name. */
export const LIST_TABLES =
  "select tablename as name from pg_tables where schemaname = current_schema() order by tablename";

/** Copies a table into another schema. */
export const copyTable = (target: string, table: string) =>
  `create table ${target}.${table} as table ${table}`;

/** Makes a schema for copies. */
export const createCopySchema = (target: string) => `create schema ${target}`;

/** Has a row when a schema exists. */
export const HAS_SCHEMA = "select 1 as found from pg_namespace where nspname = ?";

/** Bytes that the schema's tables take. */
export const SIZE =
  "select coalesce(sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass)), 0)::bigint as bytes from pg_tables where schemaname = current_schema()";

/** The server's clock in Unix ms. */
export const CLOCK = "select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms";

/** Keeps an artifact; one that is there is marked as wanted again. */
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

/** Artifacts behind a name, in the order of the names. */
export const LIST_ARTIFACTS =
  "select sha256, bytes, stored_at from ledger_artifacts where sha256 > ? order by sha256 limit ?";

/** Full-text search with an index over the terms as a `tsvector`; it follows its table by itself. */
export const tsvector: FullText = {
  create: ({ name, table, terms }) =>
    `create index ${name} on ${table} using gin (array_to_tsvector(string_to_array(${terms}, ' ')))`,
  drop: () => null,
  insert: () => null,
  remove: () => null,
  purge: () => null,
  search: ({ table, terms }) => ({
    from: `${table} c`,
    where: `array_to_tsvector(string_to_array(c.${terms}, ' ')) @@ (?)::tsquery`,
    parameter: (term) => `'${term.replaceAll(/['\\]/g, "$&$&")}'`,
  }),
};
