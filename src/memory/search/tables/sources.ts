import { sha256 } from "../../../base/hash.ts";
import type { Engine, Transaction } from "../../../stores/store.ts";
import { type SourceKind, sourceKinds } from "../source.ts";

/** The tables of what is found beside units. A passage that is long has several chunks. */
export const SOURCE_TABLES = ["search_sources", "search_passages"] as const;

/** The statements that create them. */
export function sourceStatements({ text, integer }: Engine["types"]): readonly string[] {
  return [
    `create table search_sources (
      source ${integer} primary key, kind ${text} not null, id ${text} not null,
      stamp ${text} not null, title ${text}, namespace ${text}, conversation ${text},
      digest ${text} not null)`,
    `create table search_passages (
      chunk ${integer} primary key, source ${integer} not null, kind ${text} not null,
      at_ms ${integer}, text ${text} not null, is_complete ${integer} not null)`,
    "create index search_passages_source on search_passages (source)",
  ];
}

/** A source of the index. */
export type SourceRow = {
  readonly source: number;
  readonly kind: SourceKind;
  readonly id: string;
  readonly stamp: string;
  readonly title: string | null;
  readonly namespace: string | null;
};

/** A source with all its columns. */
export type StoredSource = SourceRow & {
  /** What its turns belong to; null when it has none. */
  readonly conversation: string | null;
  readonly digest: string;
};

/** A chunk of a passage. */
export type StoredPassage = {
  readonly chunk: number;
  readonly kind: string;
  readonly at_ms: number | null;
  readonly text: string;
  readonly is_complete: number;
};

/** The digest of a source and its passages, by which `verify` sees that nothing was changed afterwards. */
export function digestOf(
  { kind, id, stamp, title, namespace, conversation }: Omit<StoredSource, "digest" | "source">,
  passages: readonly StoredPassage[],
): string {
  const rows = passages.map((row) => [row.chunk, row.kind, row.at_ms, row.text, row.is_complete]);
  return sha256(JSON.stringify([kind, id, stamp, title, namespace, conversation, rows]));
}

/** Every source with all its columns. */
export function selectStoredSources(tx: Transaction): Promise<readonly StoredSource[]> {
  return tx.all<StoredSource>("select * from search_sources order by source");
}

/** The passages of a source with the terms that the index has for them. */
export function selectStoredPassages(tx: Transaction, source: number) {
  return tx.all<StoredPassage & { readonly terms: string | null }>(
    `select p.chunk, p.kind, p.at_ms, p.text, p.is_complete, c.terms from search_passages p
     left join unit_chunks c on c.chunk = p.chunk where p.source = ? order by p.chunk`,
    [source],
  );
}

/** How many chunks passages have. */
export async function countPassages(tx: Transaction): Promise<number> {
  const [row] = await tx.all<{ n: number }>("select count(*) as n from search_passages");
  return row?.n ?? 0;
}

/** Every source of the index. */
export function selectSources(tx: Transaction): Promise<readonly SourceRow[]> {
  return tx.all<SourceRow>("select source, kind, id, stamp, title, namespace from search_sources");
}

/** The number for the next source. */
export async function nextSource(tx: Transaction): Promise<number> {
  const [row] = await tx.all<{ source: number }>(
    "select coalesce(max(source), 0) + 1 as source from search_sources",
  );
  return row?.source ?? 1;
}

/** Adds a source. */
export function insertSource(
  tx: Transaction,
  row: Omit<StoredSource, "digest">,
  digest: string,
): void {
  tx.write(
    `insert into search_sources (source, kind, id, stamp, title, namespace, conversation, digest)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    [row.source, row.kind, row.id, row.stamp, row.title, row.namespace, row.conversation, digest],
  );
}

/** Adds the text of a chunk of a passage. */
export function insertPassage(tx: Transaction, source: number, row: StoredPassage): void {
  tx.write(
    `insert into search_passages (chunk, source, kind, at_ms, text, is_complete)
     values (?, ?, ?, ?, ?, ?)`,
    [row.chunk, source, row.kind, row.at_ms, row.text, row.is_complete],
  );
}

/** The chunks of a source. */
export function selectSourceChunks(tx: Transaction, source: number) {
  return tx.all<{ readonly chunk: number; readonly terms: string; readonly length: number }>(
    `select c.chunk, c.terms, c.length from search_passages p
     join unit_chunks c on c.chunk = p.chunk where p.source = ?`,
    [source],
  );
}

/** Removes a source whose chunks are gone. */
export async function deleteSource(tx: Transaction, source: number): Promise<void> {
  await tx.run("delete from search_passages where source = ?", [source]);
  await tx.run("delete from search_sources where source = ?", [source]);
}

/** The text of a chunk, and where it is from. */
export type PassageRow = {
  readonly chunk: number;
  readonly kind: string;
  readonly at_ms: number | null;
  readonly text: string;
  readonly is_complete: number;
  readonly source_kind: SourceKind;
  readonly source_id: string;
  readonly title: string | null;
};

const PASSAGES_AT_ONCE = 32;

/** The texts of chunks; those of units have none here. */
export async function selectPassages(
  tx: Transaction,
  chunks: readonly number[],
): Promise<ReadonlyMap<number, PassageRow>> {
  const found = new Map<number, PassageRow>();
  for (let at = 0; at < chunks.length; at += PASSAGES_AT_ONCE) {
    const some = chunks.slice(at, at + PASSAGES_AT_ONCE);
    const filled = [...some, ...Array<number>(PASSAGES_AT_ONCE - some.length).fill(0)];
    const rows = await tx.all<PassageRow>(
      `select p.chunk, p.kind, p.at_ms, p.text, p.is_complete, s.kind as source_kind,
         s.id as source_id, s.title
       from search_passages p join search_sources s on s.source = p.source
       where p.chunk in (${filled.map(() => "?").join(", ")})`,
      filled,
    );
    for (const row of rows) if (isReadable(row)) found.set(row.chunk, row);
  }
  return found;
}

/** Anything may be in a file that others can write; `verify` says so. */
function isReadable({ kind, at_ms, text, source_kind, source_id, title }: PassageRow): boolean {
  const isTime = at_ms === null || Number.isFinite(new Date(at_ms).getTime());
  const texts = [kind, text, source_id, title ?? ""];
  return (
    isTime && sourceKinds.includes(source_kind) && texts.every((each) => typeof each === "string")
  );
}
