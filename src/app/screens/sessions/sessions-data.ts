import type { Answer } from "../../answers.ts";

/** The sessions of a folder, or of all. */
export type SessionsData = Answer<"sessions">;

/** One session of an agent. */
export type SessionData = SessionsData["sessions"][number];

/** What a search found. */
export type SearchData = Answer<"search">;

/** Something that was found: a session, a thread, a memory, an entry. */
export type MatchData = SearchData["found"][number];

/** Up to six words that follow each other in an excerpt; what is cut off at its beginning or end is no word. */
export function longestPhrase(excerpt: string): readonly string[] {
  const text = excerpt.replace(/^…[\p{L}\p{N}]*/u, "").replace(/[\p{L}\p{N}]*…$/u, "");
  const found = text.match(/[\p{L}\p{N}]+(?: [\p{L}\p{N}]+){0,5}/gu) ?? [];
  return found.toSorted((left, right) => right.length - left.length).slice(0, 1);
}
