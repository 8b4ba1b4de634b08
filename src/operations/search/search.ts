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
import { matchedText } from "../../sessions/found-sessions-text.ts";
import { countCovered, coveredSchema } from "../../sessions/index/count-covered.ts";
import { findMatches, foundSchema } from "../../sessions/index/find-matches.ts";
import { withIndex } from "../../sessions/index/open-index.ts";
import { refreshSessions } from "../../sessions/index/refresh.ts";
import { refreshWorkspaces } from "../../sessions/index/refresh-workspaces.ts";
import {
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
  folder: z
    .string()
    .optional()
    .describe("Only what was done in this folder or below it")
    .meta({ path: true }),
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
  surfaces: ["cli", "mcp", "person"],
  withheld: { http: "it reads sessions of other projects" },
  tool: {
    name: "sessions.search",
    title: "Search sessions",
    sets: ["core", "sessions"],
    summary: "Search past sessions of this project; not for decisions in force (memory.find).",
    only: ["words", "since", "file", "limit"],
    fixed: { folder: "." },
    text: matchedText,
  },
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

/** The sources that meet the conditions on whole sessions; null when there are none. */
function sourcesOf(
  database: DatabaseSync,
  { agent, file }: Input,
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
