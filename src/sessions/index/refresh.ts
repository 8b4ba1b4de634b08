import fs from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { StartedSessions } from "../../agents/agent.ts";
import { type AgentId, isAgentId } from "../../agents/registry.ts";
import { withTemporaries } from "../../disk/temporary.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import type { folderFilter } from "../agent-sessions.ts";
import { isTaskRun } from "../task-runs.ts";
import type { KnownSessions, KnownSource } from "./known-files.ts";
import { listSessions } from "./list-sessions.ts";
import { repackPlaces } from "./places.ts";
import { type EarlierReading, readSessionText, type SessionText } from "./read-session.ts";
import { removeSource } from "./remove-source.ts";
import { parsePositions } from "./streams.ts";
import { MERGE_LATER, MERGE_WITH_CHANGES, SELECT_INDEXED } from "./tables.ts";
import { transact } from "./transact.ts";
import { type ReadSource, writeTexts } from "./write-session.ts";

/** What an update of the index did. */
export interface IndexUpdate {
  /** Sources that exist now; anything else in the index must not be shown. */
  readonly present: ReadonlySet<number>;
  /** Those of them that are runs of tasks. */
  readonly runs: ReadonlySet<number>;
  readonly updated: number;
  readonly removed: number;
  /** Sessions that could not be read. */
  readonly unreadable: number;
}

/** Brings the index up to date: reads what is new or changed, where it is wanted, and removes what is gone. */
export async function refreshSessions(
  context: OperationContext,
  database: DatabaseSync,
  only: AgentId | null,
  isWanted: ReturnType<typeof folderFilter> | null = null,
): Promise<IndexUpdate> {
  const { sessions, known } = await listSessions(context, database, only);
  const present = new Set<number>();
  const runs = new Set<number>();
  const batch = createBatch(database);
  let started: StartedSessions | undefined; // Only who reads a session needs it.
  let updated = 0;
  let unreadable = 0;
  // The oldest first, so that the numbers of entries grow with time.
  for (let rank = sessions.length - 1; rank >= 0; rank--) {
    const indexed = sessions.indexedAt(rank);
    const isRun = isTaskRun({ cwd: sessions.cwdAt(rank) }, context.cwd);
    if (indexed !== null) {
      present.add(indexed);
      if (isRun) runs.add(indexed);
      continue;
    }
    const { agent, session } = sessions.at(rank);
    const source = known.sourceOf(session);
    if (source === undefined) continue; // Deleted by another process meanwhile.
    present.add(source.source);
    if (isRun) runs.add(source.source);
    if (isWanted?.(session) === false) continue;
    context.signal.throwIfAborted();
    context.progress(`indexing session ${present.size} of ${sessions.length}`);
    started ??= known.started();
    const before = earlierReading(database, source);
    const reading = { agent, session, started, before };
    const text = await withTemporaries(() => readSessionText(reading)).catch(unreadableSession);
    batch.add(source, text);
    if (text === null) unreadable++;
    else updated++;
  }
  batch.end();
  if (updated > 0) repackPlaces(database);
  const removed = removeGone(database, known, { present, only });
  return { present, runs, updated, removed, unreadable };
}

/** One session that cannot be read does not stop the others; it is tried again when it has changed. */
function unreadableSession(error: unknown): null {
  // An error that no store and no reader gives is a fault of ours.
  if (error instanceof Error && "code" in error) return null;
  throw error;
}

/** Characters that are written at once: many small pieces would have to be merged later. */
const BATCH_CHARACTERS = 8 * 1024 * 1024;

/** Collects what was read from several sessions and writes it together. */
function createBatch(database: DatabaseSync) {
  let waiting: ReadSource[] = [];
  let characters = 0;
  let isLarge = false;
  const flush = () => {
    if (waiting.length > 0) writeTexts(database, waiting);
    waiting = [];
    characters = 0;
  };
  return {
    add(source: KnownSource, text: SessionText | null): void {
      waiting.push({ source, text });
      for (const entry of text?.entries ?? []) characters += entry.text.length;
      if (characters <= BATCH_CHARACTERS) return;
      if (!isLarge) database.exec(MERGE_LATER);
      isLarge = true;
      flush();
    },
    end(): void {
      const hasChanges = isLarge || waiting.length > 0;
      flush();
      // Also when an earlier process was ended before it came here.
      if (hasChanges) database.exec(MERGE_WITH_CHANGES);
    },
  };
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
  const absent = [...known.all(present)].filter(
    ({ session }) => only === null || session.agent === only,
  );
  const isOwn = absent.some(({ session }) => session.parent_id === null);
  const readPaths = isOwn ? pathsOf(known, present) : new Set();
  const gone = absent.filter(({ session }) => {
    if (session.parent_id !== null) return !fs.existsSync(session.path);
    return readPaths.has(session.path) || !fs.existsSync(session.path) || !isAgentId(session.agent);
  });
  if (gone.length === 0) return 0;
  transact(database, () => {
    for (const { source } of gone) removeSource(database, source);
  });
  return gone.length;
}

function pathsOf(known: KnownSessions, present: ReadonlySet<number>): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { source, session } of known.all()) if (present.has(source)) paths.add(session.path);
  return paths;
}
