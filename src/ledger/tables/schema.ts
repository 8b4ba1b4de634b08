import type { Engine, Transaction } from "../../stores/store.ts";

/**
 * The ledger's tables as the first release created them. Later versions are steps in
 * `migrations.ts`.
 */
export function schemaVersion1({ types }: Engine): readonly string[] {
  const { integer, text, bytes } = types;
  return [
    `create table ledger_events (
      pos ${integer} primary key, stream ${text} not null, seq ${integer} not null,
      id ${text} not null, at ${text} not null, type ${text} not null, actor ${text},
      body ${text} not null, raw ${text}, prev ${text}, hash ${text} not null)`,
    "create unique index ledger_events_seq on ledger_events (stream, seq)",
    "create unique index ledger_events_id on ledger_events (stream, id)",
    `create table ledger_streams (
      stream ${text} primary key, events ${integer} not null, hash ${text} not null)`,
    `create table ledger_texts (
      sha256 ${text} primary key, bytes ${integer} not null, content ${bytes} not null)`,
    `create table ledger_redacted (sha256 ${text} primary key, at ${text} not null)`,
    `create table ledger_artifact_aliases (alias ${text} primary key, sha256 ${text} not null)`,
    `create table ledger_leases (
      name ${text} primary key, kind ${text} not null, holder ${text} not null,
      expires ${integer} not null)`,
  ];
}

/** Tables that the first schema created and a projection owns now. */
export const PROJECTED_SINCE: ReadonlySet<string> = new Set([
  "ledger_redacted",
  "ledger_artifact_aliases",
]);

/** Since schema 2 every event has its link of the chain over all events of the workspace. */
export const addChainColumn = ({ text }: Engine["types"]) =>
  `alter table ledger_events add column chain ${text} not null default ''`;

/** A temporary place for the links of events of an older workspace. */
export const createChainLinks = ({ integer, text }: Engine["types"]) =>
  `create table ledger_chain_links (pos ${integer} primary key, chain ${text} not null)`;

/** Adds one of those links. */
export function insertChainLink(tx: Transaction, pos: number, chain: string): void {
  tx.write("insert into ledger_chain_links (pos, chain) values (?, ?)", [pos, chain]);
}

/** Writes all links into their events at once: one statement instead of one for every event. */
export async function writeChainLinks(tx: Transaction): Promise<void> {
  await tx.run(
    `update ledger_events set chain = l.chain from ledger_chain_links as l
     where l.pos = ledger_events.pos`,
  );
  await tx.run("drop table ledger_chain_links");
}

/**
 * The one table that exists before any migration: facts about the workspace, such as its schema
 * version.
 */
export const CREATE_META = (types: Engine["types"]) =>
  `create table if not exists ledger_meta (key ${types.text} primary key, value ${types.text} not null)`;

/** Facts about the workspace, by name; none before anything was set up. */
export async function readMetaIfAny(
  tx: Transaction,
  { hasTable }: Engine,
): Promise<ReadonlyMap<string, string>> {
  return (await tx.all(hasTable, ["ledger_meta"])).length > 0 ? readMeta(tx) : new Map();
}

/** Facts about the workspace, by name. */
export async function readMeta(tx: Transaction): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.all<{ key: string; value: string }>("select key, value from ledger_meta");
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** A version as it is recorded: digits and nothing else; null for any other text. */
export function parseVersion(text: string): number | null {
  return /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : null;
}

/** Records a fact about the workspace. */
export function writeMeta(tx: Transaction, key: string, value: string): void {
  tx.write(
    `insert into ledger_meta (key, value) values (?, ?)
     on conflict (key) do update set value = excluded.value`,
    [key, value],
  );
}
