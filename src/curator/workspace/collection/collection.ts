/**
 * Many files of one kind in short: runs, reports, summaries of meetings. While none of them changed, they
 * cost one look at each and the reading of a summary whose size does not depend on their number. A file
 * that changed is read alone; what is shown of the others follows from a table and from the summary before.
 */

import { compareBytes } from "../../../base/file-set.ts";
import { sha256 } from "../../../base/hash.ts";
import { isObject } from "../../../base/json/value.ts";
import { pathFault } from "../../../base/paths.ts";
import { type FileEvent, isNewest, type NewestList, newestAfter, newestAmong } from "./newest.ts";
import { type SortedFiles, type Survey, sortSurvey } from "./survey.ts";
import {
  CLOSED,
  type CollectionTable,
  contentHash,
  decodeTable,
  encodeTable,
  HAS_MODEL,
  type TableRow,
  updateTable,
} from "./table.ts";

/** A kind of file, and what one of them is about. */
export interface CollectionKind {
  /** Names what is kept about them. */
  readonly name: string;
  readonly folder: string;
  /** Whether they lie in folders of that folder. */
  readonly isNested: boolean;
  describe(path: string, text: string): FileEvent;
}

/** All files of a kind in short. */
export interface CollectionSummary {
  readonly count: number;
  /** Those that are not closed, in the order of paths. */
  readonly open: readonly FileEvent[];
  /** The last path; the last of a closed file; the last whose name begins with a day. */
  readonly last: string | null;
  readonly lastClosed: string | null;
  readonly lastDated: string | null;
  /** The newest file that names a model; of equally new ones the last in the order of paths. */
  readonly model: ModelEvent | null;
  /** A hash over the paths and the contents of all files. */
  readonly sha256: string;
}

/** A file that names a model. */
interface ModelEvent extends FileEvent {
  readonly model: string;
}

/** Many files of one kind. */
export interface Collection {
  readonly summary: CollectionSummary;
  /** The newest closed ones, newest first, at most so many. */
  newest(max: number): readonly FileEvent[];
}

/** Where the files and what was kept about them come from. */
export interface CollectionSource {
  survey(): Survey;
  read(path: string): string | null;
  /** What an earlier run kept; null if there is nothing that can be trusted. */
  kept(): unknown;
  /** The table that was kept with it. */
  keptTable(): Uint8Array | null;
}

/** What a run keeps for the next one. */
export interface KeptCollection {
  readonly mark: Mark;
  readonly table: Uint8Array;
}

/** A collection, and what the next run should know of it. */
export interface OpenCollection extends Collection {
  /** Null while nothing is new. */
  toKeep(): KeptCollection | null;
}

const MARK_VERSION = 1;

/** What is kept beside the table. */
interface Mark {
  readonly version: number;
  /** Of the survey; empty if a file had not settled, so that no survey is taken for the same one. */
  readonly digest: string;
  readonly summary: CollectionSummary;
  readonly newest: NewestList | null;
}

/** Opens a collection. */
export function openCollection(kind: CollectionKind, source: CollectionSource): OpenCollection {
  const survey = source.survey();
  const mark = toMark(source.kept());
  const isSame = mark?.digest === survey.digest;
  let state: State | null = isSame ? null : updateState(kind, source, { survey, mark });
  const summary = state?.summary ?? mark?.summary ?? noSummary;
  let newest = isSame ? mark.newest : null;

  function stateNow(): State {
    state ??= updateState(kind, source, { survey, mark });
    return state;
  }

  function newestList(max: number): NewestList {
    if (newest?.max === max) return newest;
    const { table, changed, isKnown, known, before } = stateNow();
    const kept = before?.newest?.max === max ? before.newest : null;
    const continued = kept === null ? null : newestAfter(kept, { changed, isKnown });
    newest = continued ?? newestAmong(table, max, known);
    return newest;
  }

  return {
    summary,
    newest: (max) => newestList(max).events.filter(isNewest(max)),
    toKeep() {
      // What the last run listed is listed again, also where this one did not ask for it.
      if (state !== null && newest === null && mark?.newest) newestList(mark.newest.max);
      if (state === null || (mark === null && summary.count === 0)) return null;
      const digest = state.hasSettled ? survey.digest : "";
      return {
        mark: { version: MARK_VERSION, digest, summary, newest },
        table: encodeTable(state.table),
      };
    },
  };
}

const noSummary: CollectionSummary = {
  count: 0,
  open: [],
  last: null,
  lastClosed: null,
  lastDated: null,
  model: null,
  sha256: sha256(""),
};

function toMark(value: unknown): Mark | null {
  if (!isObject(value) || value.version !== MARK_VERSION) return null;
  // Authenticated: the same program wrote it.
  return value as unknown as Mark;
}

interface State {
  readonly table: CollectionTable;
  readonly hasSettled: boolean;
  readonly summary: CollectionSummary;
  /** Files that are new or not the same as before. */
  readonly changed: ReadonlyMap<string, FileEvent>;
  /** Whether a path is the same file as before. */
  isKnown(path: string): boolean;
  /** What a file is about, read again where nobody kept it. */
  known(path: string): FileEvent;
  /** What was kept about the same table as this one was continued from. */
  readonly before: Mark | null;
}

function updateState(
  { describe }: CollectionKind,
  source: CollectionSource,
  { survey, mark }: { readonly survey: Survey; readonly mark: Mark | null },
): State {
  const sorted: SortedFiles = sortSurvey(survey, (name) => pathFault(name) === null);
  const bytes = mark === null ? null : source.keptTable();
  const before = bytes === null ? null : mark;
  const changed = new Map<string, FileEvent>();
  const read = (path: string) => describe(path, source.read(path) ?? "");
  const table = updateTable(bytes === null ? null : decodeTable(bytes), sorted, (path) => {
    const event = read(path);
    changed.set(path, event);
    return rowOf(event);
  });
  const { open = [], model = null } = before?.summary ?? {};
  const listed = [...open, ...(model === null ? [] : [model]), ...(before?.newest?.events ?? [])];
  const byPath = new Map(listed.map((event) => [event.path, event]));
  const known = (path: string) => changed.get(path) ?? byPath.get(path) ?? read(path);
  const present = new Set([...byPath.keys()].filter((path) => hasPath(table.paths, path)));
  return {
    table,
    changed,
    known,
    before,
    hasSettled: sorted.hasSettled,
    isKnown: (path) => present.has(path) && !changed.has(path),
    summary: summarise(table, known),
  };
}

/** Whether a path is among sorted ones. */
function hasPath(sorted: readonly string[], path: string): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(sorted[middle] ?? "", path) < 0) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === path;
}

function rowOf({ at, isClosed, model, sha256: hash }: FileEvent): TableRow {
  const seconds = Date.parse(at) / 1000;
  return {
    time: Number.isNaN(seconds) ? 0 : seconds,
    flags: (isClosed ? CLOSED : 0) | (model === null ? 0 : HAS_MODEL),
    sha256: hash,
  };
}

function summarise(table: CollectionTable, known: (path: string) => FileEvent): CollectionSummary {
  const { paths, flags, times } = table;
  let newest = -1;
  const open: string[] = [];
  let lastClosed = -1;
  for (const [index, path] of paths.entries()) {
    const flag = flags[index] ?? 0;
    if ((flag & CLOSED) === 0) open.push(path);
    else lastClosed = index;
    if ((flag & HAS_MODEL) !== 0 && !((times[index] ?? 0) < (times[newest] ?? 0))) newest = index;
  }
  return {
    count: paths.length,
    open: open.map(known),
    last: paths.at(-1) ?? null,
    lastClosed: paths[lastClosed] ?? null,
    lastDated: paths.findLast((path) => DATED.test(path)) ?? null,
    model: toModelEvent(paths[newest], known),
    sha256: contentHash(table),
  };
}

function toModelEvent(
  path: string | undefined,
  known: (path: string) => FileEvent,
): ModelEvent | null {
  const event = path === undefined ? null : known(path);
  return event === null || event.model === null ? null : { ...event, model: event.model };
}

/** A path whose file name begins with a day. */
const DATED = /\/\d{4}-\d{2}-\d{2}[^/]*$/;
