import * as z from "zod";
import { matchedText } from "../../sessions/found-sessions-text.ts";
import { coveredSchema } from "../../sessions/index/count-covered.ts";
import { foundSchema } from "../../sessions/index/find-matches.ts";
import { searchInput, searchSessions } from "../../sessions/index/search-sessions.ts";
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
  input: searchInput,
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
  run: searchSessions,
});
