import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { agents } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { namesOf } from "../../base/registry.ts";
import { integer } from "../../runtime/integer.ts";
import { boundsOfDay, parseMoment } from "../../runtime/moment.ts";
import { namedFolder } from "../../runtime/named-folder.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { folderFilter } from "../agent-sessions.ts";
import { RUNS_HELP } from "../task-runs.ts";
import { countCovered } from "./count-covered.ts";
import { findMatches } from "./find-matches.ts";
import { withIndex } from "./open-index.ts";
import { refreshSessions } from "./refresh.ts";
import { refreshWorkspaces } from "./refresh-workspaces.ts";
import { SELECT_ALL_PLACES, SELECT_CUT, SELECT_IMPORTED_TWICE, SELECT_TOUCHING } from "./tables.ts";
import { parseQuery, type TextQuery } from "./terms.ts";

/** What is searched for, and where. */
export const searchInput = z.object({
  words: z.array(z.string()).default([]).describe("Words to find; several in quotes are a phrase"),
  agent: z.enum(namesOf(agents)).optional().describe("Sessions of one agent only"),
  folder: z
    .string()
    .optional()
    .describe("Only what was done in this folder or below it")
    .meta({ path: true }),
  all: z
    .boolean()
    .default(false)
    .describe("Search everywhere; this is the default without --folder"),
  since: z.string().optional().describe("Only what came later: yesterday, 2d, a date or a time"),
  until: z.string().optional().describe("Only what came earlier: yesterday, 2d, a date or a time"),
  at: z.string().optional().describe("Only what came on this day: yesterday, 2d, a date"),
  tool: z.string().optional().describe("Only calls of this tool (shell, edit …) and their results"),
  file: z
    .string()
    .optional()
    .describe("Only sessions that read or changed a file whose path contains this"),
  runs: z.boolean().default(false).describe(RUNS_HELP),
  limit: integer(1).max(1000).default(10).describe("Maximum number of results"),
  ...storeInput,
});
type SearchInput = z.infer<typeof searchInput>;

/** Searches sessions, and for a person what workspaces contain, the best matches first. */
export async function searchSessions(context: OperationContext, asked: SearchInput) {
  const isBound = context.roots !== null;
  const query = queryOf(asked);
  const times = timesOf(context, asked);
  return withIndex(context, async (database) => {
    const isInside =
      asked.folder === undefined
        ? null
        : folderFilter(namedFolder(context, asked.folder, "search in"));
    const update = await refreshSessions(context, database, asked.agent ?? null, isInside);
    // A model finds what the workspace has with `memory find`.
    const kept = isBound ? [] : await refreshWorkspaces(context, database, asked.store);
    const present = new Set([...update.present, ...kept]);
    for (const { imported, session } of database.prepare(SELECT_IMPORTED_TWICE).all()) {
      if (present.has(Number(session))) present.delete(Number(imported));
    }
    if (!asked.runs) for (const run of update.runs) present.delete(run);
    const chosen = sourcesOf(database, asked, isInside);
    const sources = chosen === null ? undefined : JSON.stringify([...chosen]);
    const filter = { ...times, tool: asked.tool, sources };
    const isPresent = (source: number) => present.has(source);
    const isSearched = (source: number) => isPresent(source) && chosen?.has(source) !== false;
    const found = findMatches(database, { query, filter, isPresent, limit: asked.limit });
    return {
      words: query.parts,
      searched: isBound ? [...present].filter(isSearched).length : present.size,
      covered: coveredBy(database, isBound ? isSearched : isPresent),
      updated: update.updated,
      unreadable: update.unreadable,
      cut: countCut(database, isSearched),
      now: context.now().toISOString(),
      found,
    };
  });
}

function coveredBy(database: DatabaseSync, isPresent: (source: number) => boolean) {
  const rows = database.prepare(SELECT_ALL_PLACES).all();
  const kinds = rows.filter(({ source }) => isPresent(Number(source))).map(({ kind }) => kind);
  return countCovered(kinds.map(String));
}

/** A file alone is looked for by its name. */
function queryOf({ words, file, folder, all }: SearchInput): TextQuery {
  if (all && folder !== undefined) {
    throw new HoldallError("E_USAGE", "Cannot search everywhere and in one folder at once", {
      cure: "leave out --all or --folder",
    });
  }
  const query = parseQuery(
    words.length === 0 && file !== undefined ? [path.basename(file)] : words,
  );
  if (query !== null) return query;
  throw new HoldallError("E_USAGE", "Cannot search: there is no word to look for", {
    cure: "for example `holdall search cache timeout`",
  });
}

/** The times between which something is wanted; a day and other bounds may narrow each other. */
function timesOf(context: OperationContext, { since, until, at }: SearchInput) {
  const moment = (text: string | undefined) =>
    text === undefined ? undefined : parseMoment(text, context.now());
  const day = moment(at);
  const [begin, end] = day === undefined ? [] : boundsOfDay(day);
  return {
    since_ms: latest([moment(since), begin]),
    until_ms: earliest([moment(until), end]),
  };
}

function latest(times: readonly (Date | undefined)[]): number | undefined {
  const known = times.flatMap((time) => time?.getTime() ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
}

function earliest(times: readonly (Date | undefined)[]): number | undefined {
  const known = times.flatMap((time) => time?.getTime() ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** The sources that meet the conditions on whole sessions; null when there are none. */
function sourcesOf(
  database: DatabaseSync,
  { agent, file }: SearchInput,
  isInside: ReturnType<typeof folderFilter> | null,
): ReadonlySet<number> | null {
  if (agent === undefined && isInside === null && file === undefined) return null;
  const touching = file === undefined ? null : touchingSources(database, file);
  const sources = new Set<number>();
  for (const row of database.prepare(SELECT_ALL_PLACES).iterate()) {
    const source = Number(row.source);
    if (agent !== undefined && row.agent !== agent) continue;
    if (touching !== null && !touching.has(source)) continue;
    const cwd = row.cwd === null ? null : String(row.cwd);
    if (isInside !== null && !isInside({ cwd })) continue;
    sources.add(source);
  }
  return sources;
}

/** How many entries of the sources that were searched have a part that is not in the index. */
function countCut(database: DatabaseSync, isSearched: (source: number) => boolean): number {
  let count = 0;
  for (const { source, cut } of database.prepare(SELECT_CUT).iterate()) {
    if (isSearched(Number(source))) count += Number(cut);
  }
  return count;
}

function touchingSources(database: DatabaseSync, file: string): ReadonlySet<number> {
  const pattern = `%${file.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return new Set(
    database
      .prepare(SELECT_TOUCHING)
      .all(pattern)
      .map(({ source }) => Number(source)),
  );
}
