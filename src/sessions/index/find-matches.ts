import type { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { isBackup } from "../../backup/open-backup.ts";
import type { Entry } from "./item-text.ts";
import { type MatchStrategy, matchStrategies } from "./match-strategies.ts";
import { matchingLines } from "./matching-lines.ts";
import {
  CONTAINS_ALL,
  type EntryFilter,
  findEntries,
  SELECT_ENTRY,
  SELECT_SOURCE,
} from "./tables.ts";
import type { TextQuery } from "./terms.ts";

/** A line that was found, and where. */
const matchSchema = () =>
  z.object({
    kind: z.string(),
    at: z.string().nullable(),
    tool: z.string().nullable(),
    line: z.string(),
  });

/** A line that was found, and where. */
export type Match = z.infer<ReturnType<typeof matchSchema>>;

/** A session, thread, unit or entry in which something was found. */
export const foundSchema = () =>
  z.object({
    kind: z.string(),
    agent: z.string().nullable(),
    id: z.string(),
    title: z.string().nullable(),
    cwd: z.string().nullable(),
    path: z.string(),
    modified_at: z.string(),
    /** Whether only a backup has it. */
    kept: z.boolean(),
    score: z.number(),
    /** Whether all words are in one of its messages. */
    is_complete: z.boolean(),
    matches: z.array(matchSchema()).readonly(),
  });

/** A session, thread, unit or entry in which something was found. */
export type Found = z.infer<ReturnType<typeof foundSchema>>;

/** What is searched for. */
export interface SearchRequest {
  readonly query: TextQuery;
  readonly filter: EntryFilter;
  /** Whether a source may be shown. */
  isPresent(source: number): boolean;
  readonly limit: number;
}

/** Entries that are ranked for each source that is shown. */
const ENTRIES_PER_SOURCE = 25;
const MIN_ENTRIES = 500;
/** How many times as many are looked at where those are all of a few long sessions. */
const LONG_SESSIONS = 6;
const LINES_PER_SOURCE = 3;
const LINES_PER_ENTRY = 2;
/** Entries of a source, the best, of which lines are shown. */
const MAX_READ = 10;

/** What people said counts more than what a program printed. */
const WEIGHTS: Readonly<Record<Entry["kind"], number>> = {
  title: 1.6,
  user: 1.3,
  assistant: 1.1,
  summary: 1,
  call: 1,
  error: 0.9,
  thinking: 0.8,
  result: 0.7,
};

interface Hit {
  readonly entry: number;
  readonly source: number;
  readonly kind: Entry["kind"];
  readonly score: number;
}

/** Finds sources by words, the best first: those with all words in one place before those with some of them. */
export function findMatches(database: DatabaseSync, request: SearchRequest): readonly Found[] {
  const { query, limit } = request;
  const found = new Map<number, RankedSource & { readonly is_complete: boolean }>();
  for (const strategy of matchStrategies(database, query)) {
    for (const source of rankSources(findHits(database, request, { strategy, found }))) {
      if (found.size < limit && !found.has(source.source)) {
        found.set(source.source, { ...source, is_complete: strategy.is_complete });
      }
    }
    if (found.size >= limit) break;
  }
  return [...found.values()].flatMap((source) => describe(database, source, query.parts) ?? []);
}

/** How to look, and the sources that were found before. */
interface Step {
  readonly strategy: MatchStrategy;
  readonly found: ReadonlyMap<number, unknown>;
}

function findHits(
  database: DatabaseSync,
  { query, filter, limit, isPresent }: SearchRequest,
  { strategy, found }: Step,
): Hit[] {
  const enough = Math.max(MIN_ENTRIES, limit * ENTRIES_PER_SOURCE);
  const { sql, params } = findEntries(strategy, filter, enough * LONG_SESSIONS);
  const hits: Hit[] = [];
  const added = new Set<number>();
  for (const row of database.prepare(sql).iterate(...params)) {
    const source = Number(row.source);
    if (!isPresent(source)) continue;
    if (hits.length >= enough && found.size + added.size >= limit) break;
    if (!found.has(source)) added.add(source);
    // Only our own writer fills the column.
    const kind = String(row.kind) as Entry["kind"];
    hits.push({ entry: Number(row.entry), source, kind, score: -Number(row.rank) * WEIGHTS[kind] });
  }
  return preferLiteral(database, hits, query.parts).sort(
    (left, right) => right.score - left.score || right.entry - left.entry,
  );
}

/** How much more an entry counts that has every word as it was typed, and not in another form. */
const LITERAL_WEIGHT = 4;

function preferLiteral(
  database: DatabaseSync,
  hits: readonly Hit[],
  parts: readonly string[],
): Hit[] {
  const wanted = JSON.stringify(parts.map((part) => part.toLowerCase()));
  const containsAll = database.prepare(CONTAINS_ALL);
  return hits.map((hit) => {
    const isLiteral = containsAll.get(hit.entry, wanted)?.is_literal === 1;
    return isLiteral ? { ...hit, score: hit.score * LITERAL_WEIGHT } : hit;
  });
}

interface RankedSource {
  readonly source: number;
  readonly score: number;
  readonly hits: readonly Hit[];
}

/** The best entry decides; more of them add a little. */
function rankSources(hits: readonly Hit[]): RankedSource[] {
  const bySource = Map.groupBy(hits, ({ source }) => source);
  const ranked = [...bySource].map(([source, own]) => {
    const best = own[0]?.score ?? 0;
    return { source, hits: own, score: best * (1 + 0.1 * Math.log2(own.length)) };
  });
  return ranked.sort((left, right) => right.score - left.score || right.source - left.source);
}

function describe(
  database: DatabaseSync,
  { source, score, hits, is_complete }: RankedSource & { readonly is_complete: boolean },
  parts: readonly string[],
): Found | null {
  const row = database.prepare(SELECT_SOURCE).get(source);
  if (row === undefined) return null;
  const text = (value: unknown) => (value === null ? null : String(value));
  return {
    kind: String(row.kind),
    agent: text(row.agent),
    id: String(row.id),
    title: text(row.title),
    cwd: text(row.cwd),
    path: String(row.path),
    modified_at: new Date(Number(row.modified_ms)).toISOString(),
    kept: row.kind === "session" && isBackup(String(row.path)),
    score: Math.round(score * 1000) / 1000,
    is_complete,
    matches: matchesOf(database, hits, parts),
  };
}

/** The lines to show: those with the words as they were typed first. */
function matchesOf(
  database: DatabaseSync,
  hits: readonly Hit[],
  parts: readonly string[],
): Match[] {
  const matches: (Match & { readonly isPhrase: boolean })[] = [];
  const seen = new Set<string>();
  let phrases = 0;
  for (const { entry, kind } of hits.slice(0, MAX_READ)) {
    if (phrases >= LINES_PER_SOURCE) break;
    const row = database.prepare(SELECT_ENTRY).get(entry);
    if (row === undefined) continue;
    const at = row.at_ms === null ? null : new Date(Number(row.at_ms)).toISOString();
    const tool = row.tool === null ? null : String(row.tool);
    for (const each of matchingLines(String(row.text), parts, LINES_PER_ENTRY)) {
      // The same line with another quote after it says nothing new.
      const letters = each.line.match(/[\p{L}\p{N}]+/gu)?.join(" ") ?? each.line;
      if (seen.has(letters)) continue;
      seen.add(letters);
      matches.push({ kind, at, tool, ...each });
      if (each.isPhrase) phrases++;
    }
  }
  return matches
    .sort((left, right) => Number(right.isPhrase) - Number(left.isPhrase))
    .slice(0, LINES_PER_SOURCE)
    .map(({ isPhrase: _, ...match }) => match);
}
