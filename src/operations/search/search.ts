import * as z from "zod";
import { namedFolder } from "../../runtime/named-folder.ts";
import { folderFilter } from "../../sessions/agent-sessions.ts";
import { matchedText } from "../../sessions/found-sessions-text.ts";
import { coveredSchema } from "../../sessions/index/count-covered.ts";
import { findMatches, foundSchema } from "../../sessions/index/find-matches.ts";
import { withIndex } from "../../sessions/index/open-index.ts";
import { refreshSessions } from "../../sessions/index/refresh.ts";
import { refreshWorkspaces } from "../../sessions/index/refresh-workspaces.ts";
import {
  countCut,
  coveredBy,
  input,
  queryOf,
  sourcesOf,
  timesOf,
} from "../../sessions/index/search-sessions.ts";
import { SELECT_IMPORTED_TWICE } from "../../sessions/index/tables.ts";
import { defineOperation } from "../operation/define-operation.ts";

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
