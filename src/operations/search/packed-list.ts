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
  /** Where the session with a key stands; -1 when it is none of these. */
  indexOf(key: string): number;
  sourceAt(index: number): number;
  hasStamp(index: number, stamp: FileStamp): boolean;
  sessionAt(index: number): FoundSession;
  /** Where a session stands that `sessionAt` made; -1 for any other. */
  placeOf(session: FoundSession): number;
  placeAt(index: number): KnownPlace;
}

/**
 * A session that knows where it stands, so that nobody has to look it up again: a table of ten thousand objects
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
  readonly #list: object;
  readonly #index: number;

  constructor(session: FoundSession, list: object, index: number) {
    this.agent = session.agent;
    this.id = session.id;
    this.path = session.path;
    this.cwd = session.cwd;
    this.bytes = session.bytes;
    this.modified_ms = session.modified_ms;
    this.parent_id = session.parent_id;
    this.#list = list;
    this.#index = index;
  }

  static placeIn(list: object, session: FoundSession): number {
    return #list in session && session.#list === list ? session.#index : -1;
  }
}

/** The strings of a list: those that many sessions share stand once. */
interface PackedStrings {
  readonly shared: readonly string[];
  readonly keys: readonly string[];
  readonly ids: readonly string[];
}

/** What the numbers of each session are; -1 stands for none. */
const SOURCE = 0;
const FLAGS = 1;
const AGENT = 2;
const PATH = 3;
const CWD = 4;
const PARENT = 5;
const MTIME = 6;
const CTIME = 7;
const INO = 8;
const BYTES = 9;
const MODIFIED = 10;
const WIDTH = 11;
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
  const numbers = new Float64Array(entries.length * WIDTH);
  for (const [index, { key, place }] of entries.entries()) {
    const { agent, path, cwd, parent_id, bytes, modified_ms, archived } = place.session;
    const at = index * WIDTH;
    numbers[at + SOURCE] = place.source;
    numbers[at + FLAGS] = (place.isIndexed ? INDEXED : 0) + (archived === true ? ARCHIVED : 0);
    numbers[at + AGENT] = share(agent);
    numbers[at + PATH] = path === key ? -1 : share(path);
    numbers[at + CWD] = share(cwd);
    numbers[at + PARENT] = share(parent_id);
    numbers[at + MTIME] = place.mtimeMs ?? -1;
    numbers[at + CTIME] = place.ctimeMs ?? -1;
    numbers[at + INO] = place.ino ?? -1;
    numbers[at + BYTES] = bytes;
    numbers[at + MODIFIED] = modified_ms;
  }
  const keys = entries.map(({ key }) => key);
  const ids = entries.map(({ place }) => place.session.id);
  const strings = JSON.stringify({ shared: [...shared.keys()], keys, ids });
  return { strings, numbers: new Uint8Array(numbers.buffer) };
}

/** Opens a packed list. */
export function unpackList({ strings, numbers: packed }: PackedValues): PackedList {
  const { shared, keys, ids } = JSON.parse(strings) as PackedStrings; // As `packList` wrote them.
  const numbers = new Float64Array(packed.slice().buffer);
  const at = (index: number, column: number) => numbers[index * WIDTH + column] ?? -1;
  const stampAt = (index: number, column: number) => {
    const number = at(index, column);
    return number === -1 ? null : number;
  };
  const textAt = (index: number, column: number) => shared[at(index, column)] ?? null;
  const sessionAt = (index: number): FoundSession => {
    const found = {
      agent: textAt(index, AGENT) ?? "",
      id: ids[index] ?? "",
      path: textAt(index, PATH) ?? keys[index] ?? "",
      cwd: textAt(index, CWD),
      bytes: at(index, BYTES),
      modified_ms: at(index, MODIFIED),
      parent_id: textAt(index, PARENT),
    };
    const session = new PackedSession(found, keys, index);
    return at(index, FLAGS) >= ARCHIVED
      ? Object.assign(session, { archived: true as const })
      : session;
  };
  return {
    size: keys.length,
    indexOf: createLookup(keys),
    sourceAt: (index) => at(index, SOURCE),
    hasStamp: (index, { size, mtimeMs, ctimeMs, ino }) =>
      at(index, MTIME) === mtimeMs &&
      at(index, CTIME) === ctimeMs &&
      at(index, BYTES) === size &&
      at(index, INO) === ino,
    sessionAt,
    placeOf: (session) => PackedSession.placeIn(keys, session),
    placeAt: (index) => ({
      source: at(index, SOURCE),
      session: sessionAt(index),
      mtimeMs: stampAt(index, MTIME),
      ctimeMs: stampAt(index, CTIME),
      ino: stampAt(index, INO),
      isIndexed: at(index, FLAGS) % ARCHIVED === INDEXED,
    }),
  };
}

/** A list of nothing. */
export const EMPTY_LIST: PackedList = unpackList(packList([]));

/** Finds keys. Most are asked for in the order in which they stand, which needs no table of them. */
function createLookup(keys: readonly string[]): (key: string) => number {
  let next = 0;
  let places: ReadonlyMap<string, number> | null = null;
  return (key) => {
    if (keys[next] !== key) {
      places ??= new Map(keys.map((each, index) => [each, index]));
      next = places.get(key) ?? -1;
      if (next < 0) return next;
    }
    return next++;
  };
}
