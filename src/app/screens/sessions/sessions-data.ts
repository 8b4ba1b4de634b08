import type { Answer } from "../../answers.ts";

/** The sessions of a folder, or of all. */
export type SessionsData = Answer<"sessions">;

/** One session of an agent. */
export type SessionData = SessionsData["sessions"][number];

/** What a search found. */
export type SearchData = Answer<"search">;

/** Something that was found: a session, a thread, a memory, an entry. */
export type MatchData = SearchData["found"][number];
