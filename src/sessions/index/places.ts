/**
 * Where the sessions of a machine are, as the index knows it. Ten thousand rows of a database take longer to read
 * than all those files to look at, so that the list of many sessions is also kept packed, in two values.
 */
import type { DatabaseSync } from "node:sqlite";
import type { FileStamp, FoundSession } from "../../agents/agent.ts";
import { EMPTY_LIST, type PackedList, packList, unpackList } from "./packed-list.ts";
import {
  CLEAR_LIST,
  SELECT_CHANGED,
  SELECT_CHANGED_PLACES,
  SELECT_LIST,
  SELECT_PLACES,
  WRITE_LIST,
} from "./tables.ts";
import { transact } from "./transact.ts";

/** A session and the state of it that the index knows. */
export interface KnownPlace {
  readonly source: number;
  readonly session: FoundSession;
  /** Null for a session of a database, which has no file of its own. */
  readonly mtimeMs: number | null;
  readonly ctimeMs: number | null;
  readonly ino: number | null;
  /** Whether the words of this state are in the index. */
  readonly isIndexed: boolean;
}

/** A session as `SELECT_PLACES` gives it: a list, which is read much faster than an object. */
type PlaceRow = readonly [
  source: number,
  agent: string,
  path: string,
  id: string,
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

/** Fewer sessions are read faster than a packed list is kept. */
const MIN_PACKED = 500;
/** So many changes since it was packed make reading it slower than packing it again. */
const MAX_CHANGED = 500;

/** Where sessions are. */
export interface KnownPlaces {
  /** Where most of them are; those that changed since have another place. */
  readonly packed: PackedList;
  /** The position in the packed list of the session of an unchanged file; -1 for any other. */
  unchangedAt(path: string, stamp: FileStamp): number;
  /** The session of a file that has not changed and is not in the packed list. */
  findFile(path: string, stamp: FileStamp): FoundSession | undefined;
  /** Whether a session came from `findFile`, so that it is as the index has it. */
  isFound(session: FoundSession): boolean;
  /** The place of a session that was found. */
  placeOf(session: FoundSession): KnownPlace | undefined;
  /** The place of a file. */
  placeAt(path: string): KnownPlace | undefined;
  /** All places, but for those of some sources. */
  all(except?: ReadonlySet<number>): Iterable<KnownPlace>;
  /** Adds a place, or replaces it. */
  add(place: KnownPlace): void;
}

/** Loads where sessions are: from the packed list and what changed since, or row by row. */
export function loadPlaces(database: DatabaseSync): KnownPlaces {
  const changed = database.prepare(SELECT_CHANGED).all();
  const list = changed.length > MAX_CHANGED ? undefined : database.prepare(SELECT_LIST).get();
  if (list?.numbers instanceof Uint8Array) {
    const packed = unpackList({ strings: String(list.strings), numbers: list.numbers });
    const gone = new Set(changed.map(({ source }) => Number(source)));
    if (packed !== null) {
      return createPlaces(readPlaces(database, SELECT_CHANGED_PLACES), packed, gone);
    }
  }
  const places = readPlaces(database, SELECT_PLACES);
  if (places.length >= MIN_PACKED) writeList(database, places);
  return createPlaces(places, EMPTY_LIST, new Set());
}

/**
 * Packs the list again when much has changed. Who changed it does so, because the next search or list would wait for it.
 */
export function repackPlaces(database: DatabaseSync): void {
  if (database.prepare(SELECT_CHANGED).all().length <= MAX_CHANGED) return;
  const places = readPlaces(database, SELECT_PLACES);
  if (places.length >= MIN_PACKED) writeList(database, places);
}

function writeList(database: DatabaseSync, places: readonly KnownPlace[]): void {
  const { strings, numbers } = packList(places.map((place) => ({ key: keyOf(place), place })));
  transact(database, () => {
    database.exec(CLEAR_LIST);
    database.prepare(WRITE_LIST).run(strings, numbers);
  });
}

/** Places of a packed list, but for those that changed since: `later` has what they are now. */
function createPlaces(
  later: readonly KnownPlace[],
  packed: PackedList,
  changed: Set<number>,
): KnownPlaces {
  const own = new Map<string, KnownPlace>();
  const add = (place: KnownPlace) => {
    own.set(keyOf(place), place);
    changed.add(place.source);
  };
  for (const place of later) add(place);
  const packedAt = (key: string) => {
    const index = packed.indexOf(key);
    const isChanged = index >= 0 && changed.size > 0 && changed.has(packed.sourceAt(index));
    return isChanged ? -1 : index;
  };
  const find = (key: string) => {
    const index = packedAt(key);
    return index < 0 ? own.get(key) : packed.placeAt(index);
  };
  return {
    packed,
    unchangedAt(path, stamp) {
      const index = packedAt(path);
      return index >= 0 && packed.hasStamp(index, stamp) ? index : -1;
    },
    findFile(path, stamp) {
      const place = own.get(path);
      return place !== undefined && hasStamp(place, stamp) ? place.session : undefined;
    },
    placeAt: find,
    isFound: (session) =>
      packed.placeOf(session) >= 0 || own.get(session.path)?.session === session,
    placeOf(session) {
      const index = packed.placeOf(session);
      if (index >= 0 && !changed.has(packed.sourceAt(index))) return packed.placeAt(index);
      return find(session.path) ?? find(rowKey(session));
    },
    *all(except) {
      for (const place of own.values()) if (!except?.has(place.source)) yield place;
      for (let index = 0; index < packed.size; index++) {
        const source = packed.sourceAt(index);
        if (!changed.has(source) && !except?.has(source)) yield packed.placeAt(index);
      }
    },
    add,
  };
}

/** A session with a file of its own is found by its path, any other by a key. */
function keyOf({ mtimeMs, session }: KnownPlace): string {
  return mtimeMs === null ? rowKey(session) : session.path;
}

function rowKey({ agent, path, id }: FoundSession): string {
  return `${agent}\0${path}\0${id}`;
}

function hasStamp(place: KnownPlace, { size, mtimeMs, ctimeMs, ino }: FileStamp): boolean {
  const isTime = place.mtimeMs === mtimeMs && place.ctimeMs === ctimeMs;
  return isTime && place.session.bytes === size && place.ino === ino;
}

function readPlaces(database: DatabaseSync, sql: string): readonly KnownPlace[] {
  const select = database.prepare(sql);
  select.setReturnArrays(true);
  const rows = select.all() as unknown as PlaceRow[]; // Only `writePlace` fills the table, with these types.
  return rows.map(placeIn);
}

function placeIn(row: PlaceRow): KnownPlace {
  const [source, agent, path, id, mtimeMs, ctimeMs, ino, cwd, bytes, modified_ms, parent_id] = row;
  const found = { agent, id, path, cwd, bytes, modified_ms, parent_id };
  const session: FoundSession = row[11] === 1 ? { ...found, archived: true } : found;
  return { source, session, mtimeMs, ctimeMs, ino, isIndexed: row[12] === 1 };
}
