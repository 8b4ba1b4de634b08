import type { Engine, SqlValue, TermIndex, Transaction } from "../../stores/store.ts";
import type { FoundChunk } from "../rank/best-chunks.ts";
import type { TermCount, Totals } from "../rank/bm25.ts";
import type { Condition } from "../tables.ts";
import { SOURCE_TABLES, sourceStatements } from "./tables/sources.ts";

/** A found chunk, with its position in the text of its unit. */
export type ChunkRow = FoundChunk & {
  readonly content: string;
  readonly start_at: number;
  readonly end_at: number;
  /** The text that it is a part of. Parts of a passage are units of their own, those of a unit are not. */
  readonly text_id: string;
  /** The conversation that its unit or passage is a turn of. */
  readonly session_id: string | null;
  /** Who or what a passage is from; null for a unit. */
  readonly kind: string | null;
};

/** Increased when terms or tables change: an older index is then rebuilt. */
export const VERSION = 4;

const TABLES = ["unit_search_totals", "unit_terms", "unit_chunks", ...SOURCE_TABLES] as const;

/** Holdall computes the terms: the engine takes them as they are, separated by spaces. */
const index: TermIndex = { name: "unit_words", table: "unit_chunks", key: "chunk", terms: "terms" };

/** Whether the index exists. */
export async function hasSearch(tx: Transaction, engine: Engine): Promise<boolean> {
  return (await tx.all(engine.hasTable, ["unit_search_totals"])).length > 0;
}

/** Which tables of the index do not exist, and whether that is all of them. */
export async function missingTables(tx: Transaction, engine: Engine) {
  // Where the engine maintains the index itself, the index is not a table.
  const own = engine.fullText.insert(index) === null ? [] : [index.name];
  const all = [...TABLES, ...own];
  const names: string[] = [];
  for (const name of all) {
    if ((await tx.all(engine.hasTable, [name])).length === 0) names.push(name);
  }
  return { names, isAll: names.length === all.length };
}

/** The rows of a unit in the order of its text. */
export function selectChunkRows(tx: Transaction, unit_id: string) {
  return tx.all<Pick<ChunkRow, "start_at" | "end_at" | "terms" | "length">>(
    `select start_at, end_at, terms, length from unit_chunks where unit_id = ?
     order by chunk`,
    [unit_id],
  );
}

/** In how many terms the engine's full-text index differs from the chunks. Needs a `shadow` transaction. */
export async function countDifferingTerms(tx: Transaction, engine: Engine): Promise<number> {
  const comparison = engine.fullText.compare(index);
  if (comparison === null) return 0;
  for (const statement of comparison.before) await tx.run(statement);
  return (await tx.all<{ n: number }>(comparison.query))[0]?.n ?? 0;
}

/** How many terms are recorded with another number of chunks than they have. */
export async function countMiscountedTerms(tx: Transaction): Promise<number> {
  const counted = new Map<string, number>();
  for (let after = 0; ; ) {
    const rows = await tx.all<{ chunk: number; terms: string }>(
      "select chunk, terms from unit_chunks where chunk > ? order by chunk limit 1000",
      [after],
    );
    for (const { terms } of rows) {
      if (terms === "") continue;
      for (const term of new Set(terms.split(" "))) counted.set(term, (counted.get(term) ?? 0) + 1);
    }
    const last = rows.at(-1);
    // In a damaged table keys are out of order, and what comes after one may be the same again.
    if (last === undefined || last.chunk <= after) break;
    after = last.chunk;
  }
  let wrong = 0;
  for (const { term, chunks } of await tx.all<{ term: string; chunks: number }>(
    "select term, chunks from unit_terms",
  )) {
    if (chunks !== (counted.get(term) ?? 0)) wrong++;
    counted.delete(term);
  }
  return wrong + counted.size;
}

/**
 * Creates an empty index, in place of an old one if there is any; in a `shadow` transaction as temporary tables,
 * which hide an old one.
 */
export async function createSearch(
  tx: Transaction,
  engine: Engine,
  schema: "real" | "shadow",
): Promise<void> {
  if (schema === "real") await dropSearch(tx, engine);
  for (const statement of searchStatements(engine)) {
    tx.write(schema === "real" ? statement : engine.shadowOf(statement), []);
  }
}

async function dropSearch(tx: Transaction, engine: Engine): Promise<void> {
  const drop = engine.fullText.drop(index);
  if (drop !== null) await tx.run(drop);
  for (const table of TABLES) await tx.run(`drop table if exists ${table}`);
}

function searchStatements({ types, fullText }: Engine): readonly string[] {
  const { text, integer } = types;
  return [
    `create table unit_search_totals (name ${text} primary key, value ${integer} not null)`,
    `create table unit_terms (
      term ${text} primary key, chunks ${integer} not null, most ${integer} not null,
      shortest ${integer} not null)`,
    `create table unit_chunks (
      chunk ${integer} primary key, unit_id ${text} not null, start_at ${integer} not null,
      end_at ${integer} not null, terms ${text} not null, length ${integer} not null)`,
    "create index unit_chunks_unit on unit_chunks (unit_id)",
    ...sourceStatements(types),
    fullText.create(index),
  ];
}

/** The totals of the index, by name. */
export async function selectTotals(tx: Transaction): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.all<{ name: string; value: number }>(
    "select name, value from unit_search_totals",
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Sets one of the totals. */
export function writeTotal(tx: Transaction, name: string, value: number): void {
  tx.write(
    `insert into unit_search_totals (name, value) values (?, ?)
     on conflict (name) do update set value = excluded.value`,
    [name, value],
  );
}

/** Adds a chunk to the index. */
export function insertChunk(
  tx: Transaction,
  engine: Engine,
  row: Omit<ChunkRow, "content" | "text_id" | "session_id" | "kind">,
): void {
  tx.write(
    `insert into unit_chunks (chunk, unit_id, start_at, end_at, terms, length)
     values (?, ?, ?, ?, ?, ?)`,
    [row.chunk, row.unit_id, row.start_at, row.end_at, row.terms, row.length],
  );
  const insert = engine.fullText.insert(index);
  if (insert !== null) tx.write(insert, [row.chunk, row.terms]);
}

/** Adds chunks to the count of a term, or subtracts them. Its bounds never become narrower. */
export function addToTerm(tx: Transaction, { term, chunks, most, shortest }: TermCount): void {
  tx.write(
    `insert into unit_terms (term, chunks, most, shortest) values (?, ?, ?, ?)
     on conflict (term) do update set chunks = unit_terms.chunks + excluded.chunks,
       most = case when excluded.most > unit_terms.most then excluded.most else unit_terms.most end,
       shortest = case when excluded.shortest < unit_terms.shortest
         then excluded.shortest else unit_terms.shortest end`,
    [term, chunks, most, shortest],
  );
}

/** Terms that one query looks up; a fixed number keeps one prepared statement. */
export const TERMS_AT_ONCE = 32;

/** The statistics of at most `TERMS_AT_ONCE` terms. */
export function selectTerms(
  tx: Transaction,
  terms: readonly string[],
): Promise<readonly TermCount[]> {
  const filled = [...terms, ...Array<string>(TERMS_AT_ONCE - terms.length).fill("")];
  return tx.all<TermCount>(
    `select term, chunks, most, shortest from unit_terms
     where term in (${filled.map(() => "?").join(", ")})`,
    filled,
  );
}

/** What a search may see: units that meet a condition and, if any, passages of sources of some namespaces. */
export interface Reach {
  readonly units: Condition;
  /** Null when only units are wanted. */
  readonly namespaces: readonly [string, string] | null;
}

/** Chunks with a term that a search may see. The engine may return some without the term. */
export function selectChunksWith(
  tx: Transaction,
  engine: Engine,
  term: string,
  reach: Reach,
): Promise<readonly ChunkRow[]> {
  const { from, where, parameter } = engine.fullText.search(index);
  const { columns, joins, condition } = partsOf(reach);
  return tx.all<ChunkRow>(
    `select ${columns} from ${from} ${joins} where ${where} and ${condition.sql}`,
    [parameter(term), ...condition.params],
  );
}

const CHUNK = "c.chunk, c.unit_id as text_id, c.start_at, c.end_at, c.terms, c.length";

/** The parts of a query over chunks as far as they depend on what it may see. */
function partsOf({ units, namespaces }: Reach) {
  if (namespaces === null) {
    return {
      columns: `${CHUNK}, c.unit_id, u.content, u.session_id, null as kind`,
      joins: "join units u on u.unit_id = c.unit_id",
      condition: units,
    };
  }
  return {
    columns: `${CHUNK}, coalesce(u.content, '') as content,
      case when p.chunk is null then c.unit_id else c.unit_id || '.' || c.chunk end as unit_id,
      coalesce(u.session_id, s.conversation) as session_id, p.kind`,
    joins: `left join units u on u.unit_id = c.unit_id
      left join search_passages p on p.chunk = c.chunk
      left join search_sources s on s.source = p.source`,
    condition: {
      sql: `((p.chunk is null and ${units.sql})
        or (p.chunk is not null and (s.namespace is null or s.namespace in (?, ?))))`,
      params: [...units.params, ...namespaces],
    },
  };
}

/** Chunks that one query looks up by number; a fixed number keeps one prepared statement. */
const CHUNKS_AT_ONCE = 64;

/** Chunks with these numbers that a search may see. */
export async function selectChunks(
  tx: Transaction,
  numbers: readonly number[],
  reach: Reach,
): Promise<readonly ChunkRow[]> {
  const { columns, joins, condition } = partsOf(reach);
  const found: ChunkRow[] = [];
  for (let at = 0; at < numbers.length; at += CHUNKS_AT_ONCE) {
    const some = numbers.slice(at, at + CHUNKS_AT_ONCE);
    const filled = [...some, ...Array<number>(CHUNKS_AT_ONCE - some.length).fill(0)];
    const rows = await tx.all<ChunkRow>(
      `select ${columns} from unit_chunks c ${joins}
       where c.chunk in (${filled.map(() => "?").join(", ")}) and ${condition.sql}`,
      [...filled, ...condition.params],
    );
    found.push(...rows);
  }
  return found;
}

/** The chunks of a unit. */
export function selectChunksOf(
  tx: Transaction,
  unit_id: string,
): Promise<readonly { readonly chunk: number; readonly terms: string; readonly length: number }[]> {
  return tx.all("select chunk, terms, length from unit_chunks where unit_id = ?", [unit_id]);
}

/** Removes a chunk from the index. */
export function deleteChunk(tx: Transaction, engine: Engine, chunk: SqlValue): void {
  tx.write("delete from unit_chunks where chunk = ?", [chunk]);
  const remove = engine.fullText.remove(index);
  if (remove !== null) tx.write(remove, [chunk]);
}

/** Erases the traces of removed words: unused terms, and deleted rows inside the full-text index. */
export async function wipeDeleted(tx: Transaction, engine: Engine): Promise<void> {
  await tx.run("delete from unit_terms where chunks <= 0");
  const purge = engine.fullText.purge(index);
  if (purge !== null) await tx.run(purge);
}

/** The totals that ranking needs. */
export function totalsOf(numbers: ReadonlyMap<string, number>): Totals {
  return { chunks: numbers.get("chunks") ?? 0, length: numbers.get("length") ?? 0 };
}
