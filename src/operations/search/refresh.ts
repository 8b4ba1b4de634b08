import fs from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { type AgentId, isAgentId } from "../../agents/registry.ts";
import { type AgentSession, agentEnvironment, findSessions } from "../handoff/agent-sessions.ts";
import type { OperationContext } from "../operation/operation.ts";
import { type KnownSessions, type KnownSource, loadKnownSessions } from "./known-files.ts";
import { type EarlierReading, readSessionText } from "./read-session.ts";
import { parsePositions } from "./streams.ts";
import { CLEAR_ENTRIES, DELETE_SOURCE, SELECT_INDEXED } from "./tables.ts";
import { transact } from "./transact.ts";
import { writeFacts, writeText } from "./write-session.ts";

/** Sessions of this machine, and what the index knows of them. */
export interface ListedSessions {
  readonly sessions: readonly AgentSession[];
  readonly known: KnownSessions;
}

/** Finds the sessions of one agent or of all, newest first. Only new and changed files are looked into. */
export async function listSessions(
  context: OperationContext,
  database: DatabaseSync,
  only: AgentId | null,
): Promise<ListedSessions> {
  const known = loadKnownSessions(database);
  const sessions = await findSessions(context, only, { ...agentEnvironment(context), known });
  known.save(sessions.map(({ session }) => session));
  return { sessions, known };
}

/** What an update of the index did. */
export interface IndexUpdate {
  /** Sources that exist now; anything else in the index must not be shown. */
  readonly present: ReadonlySet<number>;
  readonly updated: number;
  readonly removed: number;
  /** Sessions that could not be read. */
  readonly unreadable: number;
}

/** Brings the index up to date: reads what is new or changed, and removes what is gone. */
export async function refreshSessions(
  context: OperationContext,
  database: DatabaseSync,
  only: AgentId | null,
): Promise<IndexUpdate> {
  const { sessions, known } = await listSessions(context, database, only);
  const present = new Set<number>();
  let [updated, unreadable] = [0, 0];
  // The oldest first, so that the numbers of entries grow with time.
  for (const found of sessions.toReversed()) {
    const source = known.sourceOf(found.session);
    if (source === undefined) continue; // Deleted by another process meanwhile.
    present.add(source.source);
    if (source.text_stamp === source.stamp) continue;
    context.signal.throwIfAborted();
    context.progress(`indexing session ${present.size} of ${sessions.length}`);
    if (await updateSession(database, found, source)) updated++;
    else unreadable++;
  }
  const removed = removeGone(database, known, { present, only });
  return { present, updated, removed, unreadable };
}

/** One session that cannot be read does not stop the others; it is tried again when it has changed. */
async function updateSession(
  database: DatabaseSync,
  { agent, session }: AgentSession,
  known: KnownSource,
): Promise<boolean> {
  const text = await readSessionText(agent, session, earlierReading(database, known)).catch(
    (error: unknown) => {
      if (error instanceof Error) return null;
      throw error;
    },
  );
  transact(database, () => {
    if (text?.detail) writeFacts(database, known, text.detail);
    writeText(database, known, text);
  });
  return text !== null;
}

/** How far the words of a source were read; null when that must be forgotten. */
function earlierReading(
  database: DatabaseSync,
  { source, stamp }: KnownSource,
): EarlierReading | null {
  const row = database.prepare(SELECT_INDEXED).get(source);
  if (row === undefined || row.text_stamp === null) return null;
  if (inodeOf(String(row.text_stamp)) !== inodeOf(stamp)) return null; // Another file under the same name.
  const streams = row.streams === null ? null : String(row.streams);
  return { positions: parsePositions(streams), secrets: Number(row.secrets) };
}

function inodeOf(stamp: string): string | undefined {
  return stamp.split(":")[3];
}

/** Removes sources that are gone. One whose store could not be read this time is kept for the next. */
function removeGone(
  database: DatabaseSync,
  known: KnownSessions,
  { present, only }: { readonly present: ReadonlySet<number>; readonly only: AgentId | null },
): number {
  const readPaths = new Set<string>();
  for (const { source, session } of known.all()) {
    if (present.has(source)) readPaths.add(session.path);
  }
  const gone = [...known.all()].filter(({ source, session }) => {
    if (present.has(source) || (only !== null && session.agent !== only)) return false;
    if (session.parent_id !== null) return !fs.existsSync(session.path);
    return readPaths.has(session.path) || !fs.existsSync(session.path) || !isAgentId(session.agent);
  });
  if (gone.length === 0) return 0;
  transact(database, () => {
    for (const { source } of gone) {
      for (const statement of [...CLEAR_ENTRIES, DELETE_SOURCE])
        database.prepare(statement).run(source);
    }
  });
  return gone.length;
}
