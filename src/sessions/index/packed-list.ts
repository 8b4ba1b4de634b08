import { sep } from "node:path";
import type { FileStamp, FoundSession } from "../../agents/agent.ts";
import type { KnownPlace } from "./places.ts";

/** A list of sessions as two values of a database. */
export interface PackedValues {
  readonly strings: string;
  readonly numbers: Uint8Array;
}

/** A list whose sessions are made only when they are asked for. */
export interface PackedList {
  readonly size: number;
  /** The position of the session with a key; -1 when it is none of these. */
  indexOf(key: string): number;
  /** The positions of sessions, from the newest to the oldest. */
  readonly newest: Float64Array;
  sourceAt(index: number): number;
  agentAt(index: number): string;
  idAt(index: number): string;
  cwdAt(index: number): string | null;
  modifiedAt(index: number): number;
  /** Whether a session was started by another one. */
  isStartedAt(index: number): boolean;
  /** Whether the words of this state are in the index. */
  isIndexedAt(index: number): boolean;
  hasStamp(index: number, stamp: FileStamp): boolean;
  /** The session, whose key may be given, so that it is not made again. */
  sessionAt(index: number, key?: string): FoundSession;
  /** The position of a session that `sessionAt` created; -1 for any other. */
  placeOf(session: FoundSession): number;
  placeAt(index: number): KnownPlace;
}

/**
 * A session that knows its position, so that nobody has to look it up again: a table of ten thousand objects
 * takes as long to fill as a third of their files to look at.
 */
class PackedSession implements FoundSession {
  readonly agent: string;
  readonly id: string;
  readonly path: string;
  readonly cwd: string | null;
  readonly bytes: number;
  readonly modified_ms: number;
  readonly parent_id: string | null;
  declare readonly archived?: true;
  readonly #list: PackedColumns;
  readonly #index: number;

  constructor(list: PackedColumns, index: number, key: string) {
    this.agent = textAt(list, index, AGENT) ?? "";
    this.id = idAt(list, index, key);
    this.path = textAt(list, index, PATH) ?? key;
    this.cwd = textAt(list, index, CWD);
    this.bytes = numberAt(list, index, BYTES);
    this.modified_ms = numberAt(list, index, MODIFIED);
    this.parent_id = textAt(list, index, PARENT);
    this.#list = list;
    this.#index = index;
  }

  static placeIn(list: PackedColumns, session: FoundSession): number {
    return #list in session && session.#list === list ? session.#index : -1;
  }
}

/** The strings of a list: those that many sessions share are stored once. */
interface PackedStrings {
  readonly shared: readonly string[];
  /** What follows the folder in the key of a session. */
  readonly names: readonly string[];
}

interface PackedColumns extends PackedStrings {
  readonly numbers: Float64Array;
}

/** What the numbers of each session are; -1 means none. */
const SOURCE = 0;
const FLAGS = 1;
const AGENT = 2;
const FOLDER = 3;
const PATH = 4;
const CWD = 5;
const PARENT = 6;
const MTIME = 7;
const CTIME = 8;
const INO = 9;
const BYTES = 10;
const MODIFIED = 11;
/** Where the id begins in the key, which most are part of; else it is one of the shared strings. */
const ID_START = 12;
/** The length of the id in the key, else the number of the shared string. */
const ID = 13;
const WIDTH = 14;
/** Flags. */
const INDEXED = 1;
const ARCHIVED = 2;

/** Packs sessions with the keys under which they are found: a path, where a session has a file of its own. */
export function packList(
  entries: readonly { readonly key: string; readonly place: KnownPlace }[],
): PackedValues {
  const shared = new Map<string, number>();
  const share = (text: string | null) => {
    if (text === null) return -1;
    const number = shared.get(text) ?? shared.size;
    shared.set(text, number);
    return number;
  };
  // The numbers of all sessions, then their positions from the newest to the oldest.
  const numbers = new Float64Array(entries.length * (WIDTH + 1));
  const names: string[] = [];
  for (const [index, { key, place }] of entries.entries()) {
    const folder = key.slice(0, key.lastIndexOf(sep) + 1);
    names.push(key.slice(folder.length));
    numbers.set(numbersOf(place, { key, folder, share }), index * WIDTH);
  }
  numbers.set(newestFirst(entries), entries.length * WIDTH);
  const strings = JSON.stringify({ shared: [...shared.keys()], names } satisfies PackedStrings);
  return { strings, numbers: new Uint8Array(numbers.buffer) };
}

function newestFirst(entries: readonly { readonly place: KnownPlace }[]): readonly number[] {
  const sessions = entries.map(({ place }, index) => ({ index, session: place.session }));
  return sessions
    .sort(({ session: left }, { session: right }) => compareNewest(left, right))
    .map(({ index }) => index);
}

/** The order of lists: the newest first, and those of the same time by their ids. */
export function compareNewest(left: Dated, right: Dated): number {
  return right.modified_ms - left.modified_ms || (left.id < right.id ? -1 : 1);
}

type Dated = Pick<FoundSession, "id" | "modified_ms">;

interface Packing {
  readonly key: string;
  readonly folder: string;
  share(text: string | null): number;
}

/** The numbers of a session, in the order of their columns. */
function numbersOf(place: KnownPlace, { key, folder, share }: Packing): readonly number[] {
  const { agent, path, cwd, parent_id, bytes, modified_ms, archived, id } = place.session;
  const flags = (place.isIndexed ? INDEXED : 0) + (archived === true ? ARCHIVED : 0);
  const start = key.lastIndexOf(id);
  return [
    place.source,
    flags,
    share(agent),
    share(folder),
    path === key ? -1 : share(path),
    share(cwd),
    share(parent_id),
    place.mtimeMs ?? -1,
    place.ctimeMs ?? -1,
    place.ino ?? -1,
    bytes,
    modified_ms,
    start,
    start < 0 ? share(id) : id.length,
  ];
}

/** Opens a packed list; null for one that an earlier version packed. */
export function unpackList({ strings, numbers: packed }: PackedValues): PackedList | null {
  const { shared, names } = JSON.parse(strings) as PackedStrings; // As `packList` wrote them.
  const list = { shared, names, numbers: new Float64Array(packed.slice().buffer) };
  return list.numbers.length === names.length * (WIDTH + 1) ? openList(list) : null;
}

function openList(list: PackedColumns): PackedList {
  const size = list.names.length;
  const at = (index: number, column: number) => numberAt(list, index, column);
  const stampAt = (index: number, column: number) => {
    const number = at(index, column);
    return number === -1 ? null : number;
  };
  const isIndexedAt = (index: number) => at(index, FLAGS) % ARCHIVED === INDEXED;
  const sessionAt = (index: number, key = keyAt(list, index)): FoundSession => {
    const session = new PackedSession(list, index, key);
    return at(index, FLAGS) >= ARCHIVED
      ? Object.assign(session, { archived: true as const })
      : session;
  };
  return {
    size,
    indexOf: createLookup(list),
    newest: list.numbers.subarray(size * WIDTH),
    sourceAt: (index) => at(index, SOURCE),
    agentAt: (index) => textAt(list, index, AGENT) ?? "",
    idAt: (index) => idAt(list, index, keyAt(list, index)),
    cwdAt: (index) => textAt(list, index, CWD),
    modifiedAt: (index) => at(index, MODIFIED),
    isStartedAt: (index) => at(index, PARENT) >= 0,
    isIndexedAt,
    hasStamp(index, { size, mtimeMs, ctimeMs, ino }) {
      // Asked for every file of a machine: each function on the way to a number would cost a millisecond.
      const { numbers } = list;
      const row = index * WIDTH;
      return (
        numbers[row + MTIME] === mtimeMs &&
        numbers[row + CTIME] === ctimeMs &&
        numbers[row + BYTES] === size &&
        numbers[row + INO] === ino
      );
    },
    sessionAt,
    placeOf: (session) => PackedSession.placeIn(list, session),
    placeAt: (index) => ({
      source: at(index, SOURCE),
      session: sessionAt(index),
      mtimeMs: stampAt(index, MTIME),
      ctimeMs: stampAt(index, CTIME),
      ino: stampAt(index, INO),
      isIndexed: isIndexedAt(index),
    }),
  };
}

function numberAt({ numbers }: PackedColumns, index: number, column: number): number {
  return numbers[index * WIDTH + column] ?? -1;
}

function textAt(list: PackedColumns, index: number, column: number): string | null {
  return list.shared[numberAt(list, index, column)] ?? null;
}

function keyAt(list: PackedColumns, index: number): string {
  return `${textAt(list, index, FOLDER) ?? ""}${list.names[index] ?? ""}`;
}

function idAt(list: PackedColumns, index: number, key: string): string {
  const start = numberAt(list, index, ID_START);
  const id = numberAt(list, index, ID);
  return start < 0 ? (list.shared[id] ?? "") : key.slice(start, start + id);
}

/** Whether a session has this key, without making another one to compare it with. */
function isKeyAt({ numbers, shared, names }: PackedColumns, index: number, key: string): boolean {
  const name = names[index];
  const folder = shared[numbers[index * WIDTH + FOLDER] ?? -1];
  if (folder === undefined || name === undefined) return false;
  const isLong = key.length === folder.length + name.length;
  return isLong && key.endsWith(name) && key.startsWith(folder);
}

/** A list of nothing. */
export const EMPTY_LIST: PackedList = openList({
  shared: [],
  names: [],
  numbers: new Float64Array(0),
});

/** Finds keys. Most are asked for in the order in which they are stored, which needs no table of them. */
function createLookup(list: PackedColumns): (key: string) => number {
  let next = 0;
  let places: ReadonlyMap<string, number> | null = null;
  return (key) => {
    if (!isKeyAt(list, next, key)) {
      places ??= new Map(list.names.map((_, index) => [keyAt(list, index), index]));
      next = places.get(key) ?? -1;
      if (next < 0) return next;
    }
    return next++;
  };
}
