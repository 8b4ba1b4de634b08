import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { FileStamp, FoundSession, KnownFiles, StartedSessions } from "../../agents/agent.ts";
import type { PackedList } from "./packed-list.ts";
import { type KnownPlace, loadPlaces } from "./places.ts";
import { removeSource } from "./remove-source.ts";
import { SELECT_OTHER_FILES, WRITE_OTHER_FILE, WRITE_PLACE } from "./tables.ts";
import { transact } from "./transact.ts";

/** What the index has of a session that was found in this run. */
export interface KnownSource {
  readonly source: number;
  /** Distinguishes this state of the session from every other. */
  readonly stamp: string;
  /** Whether the words of this state are in the index. */
  readonly isIndexed: boolean;
}

/** Sessions of a packed list that were found unchanged, and that no agent was given. */
export interface ApartSessions {
  readonly list: PackedList;
  /** For each session of the list whether it was found: 1, else 0. */
  readonly isPresent: Uint8Array;
}

const NONE: ReadonlySet<string> = new Set();

/** Sessions as the index knows them: agents look here before they read the head of a file. */
export interface KnownSessions extends KnownFiles {
  readonly apart: ApartSessions;
  /** What the index has of a session; of a new one only after `save`. */
  sourceOf(session: FoundSession): KnownSource | undefined;
  /** Every session of the index, with its number, but for those that have one of some numbers. */
  all(
    except?: ReadonlySet<number>,
  ): Iterable<{ readonly source: number; readonly session: FoundSession }>;
  /** Sub-agents' sessions by who started them; complete after `save`. */
  started(): StartedSessions;
  /** Writes what this run found: sessions, those of sub-agents, and files that are neither. */
  save(sessions: Iterable<FoundSession>): void;
}

/**
 * Loads what the index knows of sessions. Of agents that are `listedApart` it takes unchanged sessions itself: the
 * agent is informed that they are listed, so that nobody makes ten thousand of them to show fifty.
 */
export function loadKnownSessions(
  database: DatabaseSync,
  listedApart: Pick<ReadonlySet<string>, "has"> = NONE,
): KnownSessions {
  const places = loadPlaces(database);
  const { packed } = places;
  const isPresent = new Uint8Array(packed.size);
  const others = loadOthers(database);
  const newStamps = new Map<string, FileStamp>();
  const newOthers = new Map<string, string>();
  const learnt = new Map<string, FoundSession>();

  return {
    apart: { list: packed, isPresent },
    find(path, stamp) {
      const index = places.unchangedAt(path, stamp);
      if (index >= 0) {
        if (!listedApart.has(packed.agentAt(index))) return packed.sessionAt(index, path);
        isPresent[index] = 1;
        return "listed";
      }
      const session = places.findFile(path, stamp);
      if (session !== undefined) return session;
      if (others.size > 0 && others.get(path) === stampText(stamp)) {
        if (places.placeAt(path) === undefined) return null;
      }
      newStamps.set(path, stamp);
      return undefined;
    },
    learn(path, stamp, found) {
      if (found === null) newOthers.set(path, stampText(stamp));
      else learnt.set(path, found);
    },
    sourceOf(session) {
      const place = places.placeOf(session);
      if (place === undefined) return undefined;
      return { source: place.source, isIndexed: place.isIndexed, stamp: stateOf(place) };
    },
    all: (except) => places.all(except),
    started() {
      const all = [...places.all()].map(({ session }) => session);
      const subAgents = all.filter(({ parent_id }) => parent_id !== null);
      return Map.groupBy(subAgents, ({ parent_id }) => parent_id ?? "");
    },
    save(sessions) {
      const unlearnt: FoundSession[] = [];
      for (const session of sessions) {
        // What the agent lists is more than what the head of the file says.
        if (learnt.size > 0 && learnt.has(session.path)) learnt.set(session.path, session);
        else if (places.isFound(session)) continue;
        else if (!isUnchanged(places.placeOf(session), session)) unlearnt.push(session);
      }
      const changed = [...learnt.values(), ...unlearnt];
      if (changed.length === 0 && newOthers.size === 0) return;
      transact(database, () => {
        const write = database.prepare(WRITE_PLACE);
        for (const session of changed) {
          const before = places.placeOf(session);
          if (before !== undefined && before.session.id !== session.id) {
            removeSource(database, before.source);
          }
          const stamp = newStamps.get(session.path) ?? (before ? stampOf(before) : null);
          places.add(writePlace(write, session, stamp));
        }
        const other = database.prepare(WRITE_OTHER_FILE);
        for (const [path, stamp] of newOthers) other.run(path, stamp);
      });
      newOthers.clear();
      learnt.clear();
    },
  };
}

function loadOthers(database: DatabaseSync): ReadonlyMap<string, string> {
  const all = database.prepare(SELECT_OTHER_FILES).all();
  return new Map(all.map(({ path, stamp }) => [String(path), String(stamp)]));
}

function writePlace(
  write: StatementSync,
  found: FoundSession,
  stamp: FileStamp | null,
): KnownPlace {
  const { mtimeMs = null, ctimeMs = null, ino = null, size = found.bytes } = stamp ?? {};
  const session = { ...found, bytes: size };
  const { agent, path, id, cwd, modified_ms, parent_id } = session;
  const place = { session, mtimeMs, ctimeMs, ino };
  const archived = session.archived === true ? 1 : 0;
  const written = write.get(
    "session",
    stateOf(place),
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
    archived,
  );
  const isIndexed = Number(written?.is_indexed) === 1;
  return { source: Number(written?.source), ...place, isIndexed };
}

type Stamped = Omit<KnownPlace, "source" | "isIndexed">;

function stampOf({ session, mtimeMs, ctimeMs, ino }: Stamped): FileStamp | null {
  return mtimeMs === null || ctimeMs === null || ino === null
    ? null
    : { size: session.bytes, mtimeMs, ctimeMs, ino };
}

/** A file that was written, replaced or put back from a copy has another one; so has a row that was changed. */
function stateOf(place: Stamped): string {
  const stamp = stampOf(place);
  const { bytes, modified_ms } = place.session;
  return stamp === null ? `${bytes}:${modified_ms}` : stampText(stamp);
}

function stampText({ size, mtimeMs, ctimeMs, ino }: FileStamp): string {
  return `${size}:${mtimeMs}:${ctimeMs}:${ino}`;
}

/** Whether what was found is what the index has; the head of a changed file is read again, and so learnt. */
function isUnchanged(place: KnownPlace | undefined, found: FoundSession): boolean {
  if (place === undefined) return false;
  const before = place.session;
  if (before.id !== found.id || before.cwd !== found.cwd) return false;
  const isSame = before.bytes === found.bytes && before.modified_ms === found.modified_ms;
  return place.mtimeMs !== null || isSame;
}
