import type { Engine, SqlValue, Transaction } from "../stores/store.ts";

/** An event as it is stored: the body and the actor as RFC 8785 text. */
export type EventRow = {
  readonly pos: number;
  readonly stream: string;
  readonly seq: number;
  readonly id: string;
  readonly at: string;
  readonly type: string;
  readonly actor: string | null;
  readonly body: string;
  readonly raw: string | null;
  readonly prev: string | null;
  readonly hash: string;
};

/** The end of a stream. */
export type HeadRow = {
  readonly stream: string;
  /** How many events it has, which is the next one's `seq`. */
  readonly events: number;
  readonly hash: string;
};

/** The ledger's tables as the first release made them. */
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

/** The one table that is there before any migration: what the workspace is. */
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

/** Records a fact about the workspace. */
export function writeMeta(tx: Transaction, key: string, value: string): void {
  tx.write(
    `insert into ledger_meta (key, value) values (?, ?)
     on conflict (key) do update set value = excluded.value`,
    [key, value],
  );
}

const EVENT = "pos, stream, seq, id, at, type, actor, body, raw, prev, hash";

/** The place of the last event; 0 in an empty workspace. */
export async function selectLastPos(tx: Transaction): Promise<number> {
  const [row] = await tx.all<{ pos: number | null }>("select max(pos) as pos from ledger_events");
  return row?.pos ?? 0;
}

/** Where the workspace and one stream end. */
export async function selectWorkspaceEnd(
  tx: Transaction,
  stream: string,
): Promise<{ readonly pos: number; readonly head: HeadRow | null }> {
  const [row] = await tx.all<{ pos: number | null; events: number | null; hash: string | null }>(
    `select w.pos, s.events, s.hash from (select max(pos) as pos from ledger_events) as w
     left join ledger_streams as s on s.stream = ?`,
    [stream],
  );
  const { pos = 0, events = null, hash = null } = row ?? {};
  return {
    pos: pos ?? 0,
    head: events === null || hash === null ? null : { stream, events, hash },
  };
}

/** The end of a stream; null when it has no events. */
export async function selectHead(tx: Transaction, stream: string): Promise<HeadRow | null> {
  const [row] = await tx.all<HeadRow>(
    "select stream, events, hash from ledger_streams where stream = ?",
    [stream],
  );
  return row ?? null;
}

/** How many heads are asked for at once: a fixed number, so that the statement stays prepared. */
const HEADS_AT_ONCE = 64;
const HEADS_NAMED = `select stream, events, hash from ledger_streams
  where stream in (${Array(HEADS_AT_ONCE).fill("?").join(", ")})`;

/** The ends of those among some streams that have events. */
export async function selectHeads(
  tx: Transaction,
  streams: readonly string[],
): Promise<readonly HeadRow[]> {
  const [only] = streams;
  if (only !== undefined && streams.length === 1) {
    const head = await selectHead(tx, only);
    return head === null ? [] : [head];
  }
  const found: HeadRow[] = [];
  for (let at = 0; at < streams.length; at += HEADS_AT_ONCE) {
    const some = streams.slice(at, at + HEADS_AT_ONCE);
    const filling = Array(HEADS_AT_ONCE - some.length).fill(some[0]);
    found.push(...(await tx.all<HeadRow>(HEADS_NAMED, [...some, ...filling])));
  }
  return found;
}

/** Streams in the order of their names, from a name on. */
export function selectStreams(
  tx: Transaction,
  { after, prefix, limit }: { after: string; prefix: string; limit: number },
): Promise<readonly HeadRow[]> {
  return tx.all<HeadRow>(
    `select stream, events, hash from ledger_streams
     where stream > ? and stream >= ? and stream < ? order by stream limit ?`,
    // No name has a character above U+10FFFF, so this is past every name with the prefix.
    [after, prefix, `${prefix}\u{10ffff}`, limit],
  );
}

const INSERT_EVENT = `insert into ledger_events (${EVENT}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_EVENT_IF_FREE = `${INSERT_EVENT} on conflict do nothing`;

/** Adds an event behind all others. */
export function insertEvent(tx: Transaction, row: EventRow): void {
  tx.write(INSERT_EVENT, valuesOf(row));
}

/** Adds an event unless another has its place, its number or its id; tells whether it did. */
export async function insertEventIfFree(tx: Transaction, row: EventRow): Promise<boolean> {
  return (await tx.run(INSERT_EVENT_IF_FREE, valuesOf(row))) > 0;
}

function valuesOf(row: EventRow): readonly SqlValue[] {
  const { pos, stream, seq, id, at, type, actor, body, raw, prev, hash } = row;
  return [pos, stream, seq, id, at, type, actor, body, raw, prev, hash];
}

/** Records where a stream ends now. */
export function upsertHead(tx: Transaction, { stream, events, hash }: HeadRow): void {
  tx.write(
    `insert into ledger_streams (stream, events, hash) values (?, ?, ?)
     on conflict (stream) do update set events = excluded.events, hash = excluded.hash`,
    [stream, events, hash],
  );
}

/** Events of a stream, from a `seq` on. */
export function selectStreamEvents(
  tx: Transaction,
  stream: string,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<readonly EventRow[]> {
  return tx.all<EventRow>(
    `select ${EVENT} from ledger_events where stream = ? and seq >= ? and seq <= ? order by seq limit ?`,
    [stream, from, to, limit],
  );
}

/** Events of the workspace in the order they came, from a place on. */
export function selectEvents(
  tx: Transaction,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<readonly EventRow[]> {
  return tx.all<EventRow>(
    `select ${EVENT} from ledger_events where pos >= ? and pos <= ? order by pos limit ?`,
    [from, to, limit],
  );
}

/** The event of a stream with an id. */
export async function selectEventById(
  tx: Transaction,
  stream: string,
  id: string,
): Promise<EventRow | null> {
  const [row] = await tx.all<EventRow>(
    `select ${EVENT} from ledger_events where stream = ? and id = ?`,
    [stream, id],
  );
  return row ?? null;
}

/** Keeps a short text. */
export function insertText(tx: Transaction, sha256: string, content: Uint8Array): void {
  tx.write(
    "insert into ledger_texts (sha256, bytes, content) values (?, ?, ?) on conflict (sha256) do nothing",
    [sha256, content.length, content],
  );
}

/** A short text. */
export async function selectText(tx: Transaction, sha256: string): Promise<Uint8Array | null> {
  const [row] = await tx.all<{ content: Uint8Array }>(
    "select content from ledger_texts where sha256 = ?",
    [sha256],
  );
  return row?.content ?? null;
}

/** How many texts are asked for at once: few fixed numbers, so that the statements stay prepared. */
export const TEXTS_AT_ONCE = { many: 128, few: 16 } as const;

const textsNamed = (count: number) =>
  `select sha256, content from ledger_texts where sha256 in (${Array(count).fill("?").join(", ")})`;
const TEXTS_NAMED = new Map(
  Object.values(TEXTS_AT_ONCE).map((count) => [count as number, textsNamed(count)]),
);

/** Short texts by their names, of which there are exactly as many as are asked for at once. */
export function selectTextsByHash(
  tx: Transaction,
  names: readonly string[],
): Promise<readonly { readonly sha256: string; readonly content: Uint8Array }[]> {
  return tx.all(TEXTS_NAMED.get(names.length) ?? textsNamed(names.length), names);
}

/** The size of a short text. */
export async function selectTextSize(tx: Transaction, sha256: string): Promise<number | null> {
  const [row] = await tx.all<{ bytes: number }>("select bytes from ledger_texts where sha256 = ?", [
    sha256,
  ]);
  return row?.bytes ?? null;
}

/** Counts rows of a table of the ledger. */
export async function countRows(
  tx: Transaction,
  table: "ledger_events" | "ledger_streams" | "ledger_texts" | "ledger_redacted" | "ledger_leases",
): Promise<number> {
  const [row] = await tx.all<{ n: number }>(`select count(*) as n from ${table}`);
  return row?.n ?? 0;
}

/** Which of some texts were redacted. */
export async function isRedacted(tx: Transaction, sha256: string): Promise<boolean> {
  const params: readonly SqlValue[] = [sha256];
  const rows = await tx.all("select sha256 from ledger_redacted where sha256 = ?", params);
  return rows.length > 0;
}

/** Drops a projection's table. */
export async function dropTable(tx: Transaction, table: string): Promise<void> {
  await tx.run(`drop table if exists ${table}`);
}

/** Executes a statement that creates a table or an index, beside the real one and only for now. */
export async function createShadow(tx: Transaction, statement: string): Promise<void> {
  await tx.run(statement.replace(/^\s*create\s+table\b/i, "create temp table"));
}

/** How many rows a real table and its shadow do not share. */
export async function differingRows(
  tx: Transaction,
  table: string,
  { real, shadow }: Engine["schemas"],
): Promise<number> {
  const [left, right] = [`${real}.${table}`, `${shadow}.${table}`];
  const [row] = await tx.all<{ n: number }>(
    `select (select count(*) from (select * from ${left} except select * from ${right}) as a)
          + (select count(*) from (select * from ${right} except select * from ${left}) as b) as n`,
  );
  return row?.n ?? 0;
}

/** Counts the rows of a projection's table. */
export async function countTableRows(tx: Transaction, table: string): Promise<number> {
  const [row] = await tx.all<{ n: number }>(`select count(*) as n from ${table}`);
  return row?.n ?? 0;
}

/** A lease as it is stored. */
export type LeaseRow = {
  readonly name: string;
  readonly kind: string;
  readonly holder: string;
  /** Unix ms by the clock of the store. */
  readonly expires: number;
};

/** A lease by name. */
export async function selectLease(tx: Transaction, name: string): Promise<LeaseRow | null> {
  const [row] = await tx.all<LeaseRow>(
    "select name, kind, holder, expires from ledger_leases where name = ?",
    [name],
  );
  return row ?? null;
}

/** Leases that ended before a time, in the order of their names. */
export function selectExpiredLeases(tx: Transaction, time: number): Promise<readonly LeaseRow[]> {
  return tx.all<LeaseRow>(
    "select name, kind, holder, expires from ledger_leases where expires <= ? order by name",
    [time],
  );
}

/** Takes or renews a lease. */
export function upsertLease(tx: Transaction, { name, kind, holder, expires }: LeaseRow): void {
  tx.write(
    `insert into ledger_leases (name, kind, holder, expires) values (?, ?, ?, ?)
     on conflict (name) do update
     set kind = excluded.kind, holder = excluded.holder, expires = excluded.expires`,
    [name, kind, holder, expires],
  );
}

/** Renews a lease that its holder still has. */
export function updateLease(
  tx: Transaction,
  { name, holder, expires }: Omit<LeaseRow, "kind">,
): Promise<number> {
  return tx.run("update ledger_leases set expires = ? where name = ? and holder = ?", [
    expires,
    name,
    holder,
  ]);
}

/** Removes a lease. */
export function deleteLease(tx: Transaction, name: string): Promise<number> {
  return tx.run("delete from ledger_leases where name = ?", [name]);
}

/** What a foreign id of an artifact stands for. */
export async function selectAlias(tx: Transaction, alias: string): Promise<string | null> {
  const [row] = await tx.all<{ sha256: string }>(
    "select sha256 from ledger_artifact_aliases where alias = ?",
    [alias],
  );
  return row?.sha256 ?? null;
}

/** Records a foreign id; the first meaning stays. */
export function insertAlias(tx: Transaction, alias: string, sha256: string): void {
  tx.write(
    "insert into ledger_artifact_aliases (alias, sha256) values (?, ?) on conflict (alias) do nothing",
    [alias, sha256],
  );
}

/** Every foreign id. */
export function selectAliases(
  tx: Transaction,
): Promise<readonly { readonly alias: string; readonly sha256: string }[]> {
  return tx.all("select alias, sha256 from ledger_artifact_aliases order by alias");
}

/** Short texts behind a name, in the order of the names. */
export function selectTexts(
  tx: Transaction,
  after: string,
  limit: number,
): Promise<readonly { readonly sha256: string; readonly content: Uint8Array }[]> {
  return tx.all(
    "select sha256, content from ledger_texts where sha256 > ? order by sha256 limit ?",
    [after, limit],
  );
}

/** Records that a text was redacted, so that its absence is no loss. */
export function insertRedacted(tx: Transaction, sha256: string, at: string): void {
  tx.write(
    "insert into ledger_redacted (sha256, at) values (?, ?) on conflict (sha256) do nothing",
    [sha256, at],
  );
}

/** Removes a short text. */
export function deleteText(tx: Transaction, sha256: string): void {
  tx.write("delete from ledger_texts where sha256 = ?", [sha256]);
}

/** Every redacted text. */
export function selectAllRedacted(
  tx: Transaction,
): Promise<readonly { readonly sha256: string; readonly at: string }[]> {
  return tx.all("select sha256, at from ledger_redacted order by sha256");
}

/** One event of a stream. */
export async function selectEventAt(
  tx: Transaction,
  stream: string,
  seq: number,
): Promise<EventRow | null> {
  return (await selectStreamEvents(tx, stream, { from: seq, to: seq, limit: 1 }))[0] ?? null;
}
