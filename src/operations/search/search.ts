import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { agents } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { namesOf } from "../../base/registry.ts";
import { integer } from "../../runtime/integer.ts";
import { parseMoment } from "../../runtime/moment.ts";
import { namedFolder } from "../../runtime/named-folder.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { folderFilter } from "../../sessions/agent-sessions.ts";
import { countCovered, coveredSchema } from "../../sessions/index/count-covered.ts";
import { findMatches, foundSchema } from "../../sessions/index/find-matches.ts";
import { withIndex } from "../../sessions/index/open-index.ts";
import { refreshSessions } from "../../sessions/index/refresh.ts";
import { refreshWorkspaces } from "../../sessions/index/refresh-workspaces.ts";
import {
  type EntryFilter,
  SELECT_ALL_PLACES,
  SELECT_CUT,
  SELECT_IMPORTED_TWICE,
  SELECT_TOUCHING,
} from "../../sessions/index/tables.ts";
import { parseQuery, type TextQuery } from "../../sessions/index/terms.ts";
import { RUNS_HELP } from "../../sessions/task-runs.ts";
import { defineOperation } from "../operation/define-operation.ts";

const input = z.object({
  words: z
    .array(z.string())
    .default([])
    .describe("Words to look for; several words in quotes are a phrase"),
  agent: z.enum(namesOf(agents)).optional().describe("Sessions of one agent only"),
  folder: z.string().optional().describe("Only what was done in this folder or below it"),
  since: z.string().optional().describe("Only what came later: yesterday, 2d, a date or a time"),
  until: z.string().optional().describe("Only what came earlier: yesterday, 2d, a date or a time"),
  tool: z.string().optional().describe("Only calls of this tool (shell, edit …) and their results"),
  file: z
    .string()
    .optional()
    .describe("Only sessions that read or changed a file whose path contains this"),
  runs: z.boolean().default(false).describe(RUNS_HELP),
  limit: integer(1).max(1000).default(10).describe("Maximum number of results"),
  ...storeInput,
});
type Input = z.infer<typeof input>;

export default defineOperation({
  name: "search",
  summary:
    "Search sessions of every agent, threads, memory, state and requests, the best matches first",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it reads sessions of other projects", http: "as for MCP" },
  positionals: ["words"],
  examples: [
    "search cache timeout",
    "search 'connection refused' --since 2d --tool shell",
    "search --file src/api.ts --json",
  ],
  input,
  output: () =>
    z.object({
      words: z.array(z.string()).readonly(),
      /** How many sources the index has, and how many were read for this search. */
      searched: z.number(),
      /** The same by kind. */
      covered: coveredSchema(),
      updated: z.number(),
      unreadable: z.number(),
      /** How many of their messages, calls and results are too long to be indexed to their end. */
      cut: z.number(),
      now: z.string(),
      found: z.array(foundSchema()).readonly(),
    }),
  run: (context, asked) => {
    const query = queryOf(asked);
    const times = timesOf(context, asked);
    return withIndex(context, async (database) => {
      const update = await refreshSessions(context, database, asked.agent ?? null);
      const kept = await refreshWorkspaces(context, database, asked.store);
      const present = new Set([...update.present, ...kept]);
      for (const { imported, session } of database.prepare(SELECT_IMPORTED_TWICE).all()) {
        if (present.has(Number(session))) present.delete(Number(imported));
      }
      if (!asked.runs) for (const run of update.runs) present.delete(run);
      const filter = { ...times, tool: asked.tool, sources: sourcesOf(context, database, asked) };
      const isPresent = (source: number) => present.has(source);
      const found = findMatches(database, { query, filter, isPresent, limit: asked.limit });
      return {
        words: query.parts,
        searched: present.size,
        covered: coveredBy(database, isPresent),
        updated: update.updated,
        unreadable: update.unreadable,
        cut: countCut(database, isPresent, filter.sources),
        now: context.now().toISOString(),
        found,
      };
    });
  },
});

function coveredBy(database: DatabaseSync, isPresent: (source: number) => boolean) {
  const rows = database.prepare(SELECT_ALL_PLACES).all();
  const kinds = rows.filter(({ source }) => isPresent(Number(source))).map(({ kind }) => kind);
  return countCovered(kinds.map(String));
}

/** A file alone is looked for by its name. */
function queryOf({ words, file }: Input): TextQuery {
  const query = parseQuery(
    words.length === 0 && file !== undefined ? [path.basename(file)] : words,
  );
  if (query !== null) return query;
  throw new HoldallError("E_USAGE", "Cannot search: there is no word to look for", {
    cure: "for example `holdall search cache timeout`",
  });
}

function timesOf(context: OperationContext, { since, until }: Input) {
  const moment = (text: string | undefined) =>
    text === undefined ? undefined : parseMoment(text, context.now()).getTime();
  return { since_ms: moment(since), until_ms: moment(until) };
}

/** The sources that meet the conditions on whole sessions; undefined when there are none. */
function sourcesOf(
  context: OperationContext,
  database: DatabaseSync,
  { agent, folder, file }: Input,
): EntryFilter["sources"] {
  if (agent === undefined && folder === undefined && file === undefined) return undefined;
  const touching = file === undefined ? null : touchingSources(database, file);
  const isInside =
    folder === undefined ? null : folderFilter(namedFolder(context, folder, "search in"));
  const sources: number[] = [];
  for (const row of database.prepare(SELECT_ALL_PLACES).iterate()) {
    const source = Number(row.source);
    if (agent !== undefined && row.agent !== agent) continue;
    if (touching !== null && !touching.has(source)) continue;
    const cwd = row.cwd === null ? null : String(row.cwd);
    if (isInside !== null && !isInside({ cwd })) continue;
    sources.push(source);
  }
  return JSON.stringify(sources);
}

/** How many entries of the sources that were searched have a part that is not in the index. */
function countCut(
  database: DatabaseSync,
  isPresent: (source: number) => boolean,
  sources: EntryFilter["sources"],
): number {
  const chosen = sources === undefined ? null : new Set<number>(JSON.parse(sources));
  let count = 0;
  for (const { source, cut } of database.prepare(SELECT_CUT).iterate()) {
    const isSearched = isPresent(Number(source)) && chosen?.has(Number(source)) !== false;
    if (isSearched) count += Number(cut);
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
