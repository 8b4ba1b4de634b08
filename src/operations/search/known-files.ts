import type { DatabaseSync } from "node:sqlite";
import type { FileStamp, FoundSession, KnownFiles, StartedSessions } from "../../agents/agent.ts";
import { removeSource } from "./remove-source.ts";
import { SELECT_OTHER_FILES, SELECT_PLACES, WRITE_OTHER_FILE, WRITE_PLACE } from "./tables.ts";
import { transact } from "./transact.ts";

/** What the index has of a session that was found in this run. */
export interface KnownSource {
  readonly source: number;
  /** Tells this state of the session from every other. */
  readonly stamp: string;
  /** Whether the words of this state are in the index. */
  readonly isIndexed: boolean;
}

/** Sessions as the index knows them: agents look here before they read the head of a file. */
export interface KnownSessions extends KnownFiles {
  /** What the index has of a session; of a new one only after `save`. */
  sourceOf(session: FoundSession): KnownSource | undefined;
  /** Every session of the index, with its number. */
  all(): Iterable<{ readonly source: number; readonly session: FoundSession }>;
  /** Sub-agents' sessions by who started them; complete after `save`. */
  started(): StartedSessions;
  /** Writes what this run found: sessions, those of sub-agents, and files that are neither. */
  save(sessions: Iterable<FoundSession>): void;
}

/** A session as `SELECT_PLACES` gives it: a list, which is read much faster than an object. */
type PlaceRow = readonly [
  source: number,
  agent: string,
  path: string,
  id: string,
  /** Null for a session of a database, which has no file of its own. */
  mtimeMs: number | null,
  ctimeMs: number | null,
  ino: number | null,
  cwd: string | null,
  bytes: number,
  modified_ms: number,
  parent_id: string | null,
  archived: number,
  is_indexed: number,
];

/** Loads what the index knows of sessions. */
export function loadKnownSessions(database: DatabaseSync): KnownSessions {
  const rows = loadRows(database);
  const others = loadOthers(database);
  const newStamps = new Map<string, FileStamp>();
  const newOthers = new Map<string, string>();
  const learnt = new Map<string, FoundSession>();
  const rowOf = (session: FoundSession) => rows.get(session.path) ?? rows.get(keyOf(session));

  return {
    find(path, stamp) {
      const row = rows.get(path);
      if (row !== undefined && hasStamp(row, stamp)) return sessionIn(row);
      const isOther = row === undefined && others.size > 0 && others.get(path) === stampText(stamp);
      if (isOther) return null;
      newStamps.set(path, stamp);
      return undefined;
    },
    learn(path, stamp, found) {
      if (found === null) newOthers.set(path, stampText(stamp));
      else learnt.set(path, found);
    },
    sourceOf(session) {
      const row = rowOf(session);
      return row && { source: row[0], isIndexed: row[12] === 1, stamp: stateIn(row) };
    },
    *all() {
      for (const row of rows.values()) yield { source: row[0], session: sessionIn(row) };
    },
    started() {
      const subAgents = [...rows.values()].filter((row) => row[10] !== null).map(sessionIn);
      return Map.groupBy(subAgents, ({ parent_id }) => parent_id ?? "");
    },
    save(sessions) {
      const unlearnt: FoundSession[] = [];
      for (const session of sessions) {
        // What the agent lists is more than what the head of the file says.
        if (learnt.has(session.path)) learnt.set(session.path, session);
        else if (!isUnchanged(rowOf(session), session)) unlearnt.push(session);
      }
      const changed = [...learnt.values(), ...unlearnt];
      if (changed.length === 0 && newOthers.size === 0) return;
      transact(database, () => {
        for (const session of changed) {
          const before = rowOf(session);
          if (before !== undefined && before[3] !== session.id) removeSource(database, before[0]);
          const stamp = newStamps.get(session.path) ?? stampIn(before);
          const row = writeRow(database, session, stamp);
          rows.set(row[4] === null ? keyOf(session) : session.path, row);
        }
        const other = database.prepare(WRITE_OTHER_FILE);
        for (const [path, stamp] of newOthers) other.run(path, stamp);
      });
      newOthers.clear();
      learnt.clear();
    },
  };
}

/** Sessions with a file of their own by its path, the others by their keys. */
function loadRows(database: DatabaseSync): Map<string, PlaceRow> {
  const select = database.prepare(SELECT_PLACES);
  select.setReturnArrays(true);
  const rows = new Map<string, PlaceRow>();
  // Only `writeRow` fills the table, with these types.
  for (const row of select.all("session") as unknown as PlaceRow[]) {
    rows.set(row[4] === null ? keyOf(sessionIn(row)) : row[2], row);
  }
  return rows;
}

function loadOthers(database: DatabaseSync): ReadonlyMap<string, string> {
  const all = database.prepare(SELECT_OTHER_FILES).all();
  return new Map(all.map(({ path, stamp }) => [String(path), String(stamp)]));
}

function writeRow(
  database: DatabaseSync,
  session: FoundSession,
  stamp: FileStamp | null,
): PlaceRow {
  const { agent, path, id, cwd, modified_ms, parent_id } = session;
  const { mtimeMs = null, ctimeMs = null, ino = null, size = session.bytes } = stamp ?? {};
  const archived = session.archived === true ? 1 : 0;
  const place = [
    agent,
    path,
    id,
    mtimeMs,
    ctimeMs,
    ino,
    cwd,
    size,
    modified_ms,
    parent_id,
  ] as const;
  const row: PlaceRow = [0, ...place, archived, 0];
  const written = database.prepare(WRITE_PLACE).get("session", stateIn(row), ...place, archived);
  return [Number(written?.source), ...place, archived, Number(written?.is_indexed)];
}

function sessionIn(row: PlaceRow): FoundSession {
  const [, agent, path, id, , , , cwd, bytes, modified_ms, parent_id, archived] = row;
  const session = { agent, id, path, cwd, bytes, modified_ms, parent_id };
  return archived === 1 ? { ...session, archived: true } : session;
}

function stampIn(row: PlaceRow | undefined): FileStamp | null {
  if (row === undefined) return null;
  const [, , , , mtimeMs, ctimeMs, ino, , size] = row;
  return mtimeMs === null || ctimeMs === null || ino === null
    ? null
    : { size, mtimeMs, ctimeMs, ino };
}

/** A file that was written, replaced or put back from a copy has another one; so has a row that was changed. */
function stateIn(row: PlaceRow): string {
  const stamp = stampIn(row);
  return stamp === null ? `${row[8]}:${row[9]}` : stampText(stamp);
}

function stampText({ size, mtimeMs, ctimeMs, ino }: FileStamp): string {
  return `${size}:${mtimeMs}:${ctimeMs}:${ino}`;
}

function hasStamp(row: PlaceRow, { size, mtimeMs, ctimeMs, ino }: FileStamp): boolean {
  return row[4] === mtimeMs && row[8] === size && row[5] === ctimeMs && row[6] === ino;
}

/** Whether what was found is what the index has; the head of a changed file is read again, and so learnt. */
function isUnchanged(
  row: PlaceRow | undefined,
  { id, cwd, bytes, modified_ms }: FoundSession,
): boolean {
  if (row === undefined || row[3] !== id || row[7] !== cwd) return false;
  return row[4] !== null || (row[8] === bytes && row[9] === modified_ms);
}

function keyOf({ agent, path, id }: FoundSession): string {
  return `${agent}\0${path}\0${id}`;
}
