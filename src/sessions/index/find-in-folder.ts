import { isStopWord } from "../../base/text/stop-words.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { folderFilter } from "../agent-sessions.ts";
import { type Found, findMatches } from "./find-matches.ts";
import { withIndex } from "./open-index.ts";
import { refreshSessions } from "./refresh.ts";
import { SELECT_ALL_PLACES } from "./tables.ts";
import { parseQuery } from "./terms.ts";

/** What was found in the sessions of a folder, and how many there are. */
interface FoundInFolder {
  readonly found: readonly Found[];
  readonly sessions: number;
}

/** Finds words in the messages of all agents' sessions that took place in the current folder; no other is read. */
export async function findInFolder(
  context: OperationContext,
  text: string,
  limit: number,
): Promise<FoundInFolder> {
  const terms = text.split(/[\s?!,;:"]+/);
  const telling = terms.filter((term) => !isStopWord(term.toLowerCase()));
  // The words of a question are in the question itself; its subject is in the answer, too.
  const query = parseQuery(telling) ?? parseQuery(terms);
  if (query === null) return { found: [], sessions: 0 };
  const isInside = folderFilter(context.cwd);
  return withIndex({ ...context, note: () => {} }, async (database) => {
    const { present, runs } = await refreshSessions(context, database, null, isInside);
    const inside = new Set<number>();
    for (const { source, cwd } of database.prepare(SELECT_ALL_PLACES).iterate()) {
      const number = Number(source);
      if (!present.has(number) || runs.has(number)) continue;
      if (isInside({ cwd: cwd === null ? null : String(cwd) })) inside.add(number);
    }
    // Calls of our own tools repeat the question, and their results what was found before.
    const filter = { sources: JSON.stringify([...inside]), isSpoken: true } as const;
    const isPresent = (source: number) => inside.has(source);
    const found = findMatches(database, { query, filter, isPresent, limit });
    return { found, sessions: inside.size };
  });
}
