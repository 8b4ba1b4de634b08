import type { DatabaseSync } from "node:sqlite";
import type { FileStamp, FoundSession, KnownFiles } from "../../agents/agent.ts";
import { SELECT_OTHER_FILES, SELECT_PLACES, WRITE_OTHER_FILE, WRITE_PLACE } from "./tables.ts";
import { transact } from "./transact.ts";

/** What the index knows of a source, beside what its head says. */
export interface KnownSource {
  readonly source: number;
  readonly stamp: string;
  /** The stamp for which its words are in the index; null as long as they are not. */
  readonly text_stamp: string | null;
  readonly session: FoundSession;
}

/** Sessions as the index knows them: agents look here before they read the head of a file. */
export interface KnownSessions extends KnownFiles {
  /** The stamp that a session had when it was found in this run. */
  stampOf(session: FoundSession): string;
  /** What the index has of a session; undefined for a new one. */
  sourceOf(session: FoundSession): KnownSource | undefined;
  /** Everything that the index has. */
  all(): Iterable<KnownSource>;
  /** Writes what this run found: sessions, those of sub-agents, and files that are neither. */
  save(sessions: Iterable<FoundSession>): void;
}

/** Loads what the index knows of sessions. */
export function loadKnownSessions(database: DatabaseSync): KnownSessions {
  const known = loadSources(database);
  const others = new Map(
    database
      .prepare(SELECT_OTHER_FILES)
      .all()
      .map(({ path, stamp }) => [String(path), String(stamp)]),
  );
  const byPath = new Map<string, KnownSource>();
  for (const each of known.values()) byPath.set(each.session.path, each);
  const stamps = new Map<string, string>();
  const newOthers = new Map<string, string>();
  const learnt = new Map<string, FoundSession>();
  return {
    find(path, stats) {
      const stamp = stampText(stats);
      stamps.set(path, stamp);
      const found = byPath.get(path);
      if (found !== undefined) return found.stamp === stamp ? found.session : undefined;
      return others.get(path) === stamp ? null : undefined;
    },
    learn(path, stats, found) {
      if (found === null) newOthers.set(path, stampText(stats));
      else learnt.set(keyOf(found), found);
    },
    // A session of a database has no file of its own: its row tells its size and time.
    stampOf: (session) => stamps.get(session.path) ?? `${session.bytes}:${session.modified_ms}`,
    sourceOf: (session) => known.get(keyOf(session)),
    all: () => known.values(),
    save(sessions) {
      for (const session of sessions) learnt.set(keyOf(session), session);
      const changed = [...learnt.values()].filter((session) => {
        const before = known.get(keyOf(session));
        return before?.stamp !== this.stampOf(session) || before.session.cwd !== session.cwd;
      });
      if (changed.length === 0 && newOthers.size === 0) return;
      transact(database, () => {
        const write = database.prepare(WRITE_PLACE);
        for (const session of changed) {
          const stamp = this.stampOf(session);
          const source = Number(write.get(...placeOf(session, stamp))?.source);
          const before = known.get(keyOf(session));
          const text_stamp = before?.text_stamp ?? null;
          known.set(keyOf(session), { source, stamp, text_stamp, session });
        }
        const other = database.prepare(WRITE_OTHER_FILE);
        for (const [path, stamp] of newOthers) other.run(path, stamp);
      });
      newOthers.clear();
      learnt.clear();
    },
  };
}

function loadSources(database: DatabaseSync): Map<string, KnownSource> {
  const known = new Map<string, KnownSource>();
  for (const row of database.prepare(SELECT_PLACES).iterate("session")) {
    const session: FoundSession = {
      agent: String(row.agent),
      id: String(row.id),
      path: String(row.path),
      cwd: row.cwd === null ? null : String(row.cwd),
      bytes: Number(row.bytes),
      modified_ms: Number(row.modified_ms),
      parent_id: row.parent_id === null ? null : String(row.parent_id),
      ...(row.archived === 1 ? { archived: true as const } : {}),
    };
    const text_stamp = row.text_stamp === null ? null : String(row.text_stamp);
    const stamp = String(row.stamp);
    known.set(keyOf(session), { source: Number(row.source), stamp, text_stamp, session });
  }
  return known;
}

function placeOf(session: FoundSession, stamp: string) {
  const { agent, path, id, cwd, bytes, modified_ms, parent_id, archived } = session;
  const flag = archived === true ? 1 : 0;
  return ["session", agent, path, id, stamp, cwd, bytes, modified_ms, parent_id, flag] as const;
}

function keyOf({ agent, path, id }: FoundSession): string {
  return `${agent}\0${path}\0${id}`;
}

/** A file that was written, replaced or put back from a copy has another one. */
function stampText({ size, mtimeMs, ctimeMs, ino }: FileStamp): string {
  return `${size}:${mtimeMs}:${ctimeMs}:${ino}`;
}
