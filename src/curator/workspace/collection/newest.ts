/** Which of many files are the newest, without looking at all of them each time. */

import { compareBytes } from "../../../base/file-set.ts";
import { compareEvents, type EventName } from "../event-order.ts";
import { CLOSED, type CollectionTable } from "./table.ts";

/** What one of many files is about. */
export interface FileEvent extends EventName {
  readonly path: string;
  /** When it was closed, or last touched while it is open. */
  readonly at: string;
  /** Whether it is an event of the past; a run that goes on is not. */
  readonly isClosed: boolean;
  readonly summary: string;
  readonly model: string | null;
  readonly sha256: string;
}

/** The newest closed files in order. There are more than are shown, so that some may disappear. */
export interface NewestList {
  /** How many are shown. */
  readonly max: number;
  readonly events: readonly FileEvent[];
  /** Whether these are all that are closed; otherwise every other one is older than the last of them. */
  readonly isComplete: boolean;
}

/** How many are kept for each that is shown. */
const SPARE = 2;

/** A filter for the first events of a list, each once; the same id and time is one event. */
export function isNewest(max: number): (event: FileEvent) => boolean {
  const seen = new Set<string>();
  return ({ id, at }) => {
    const name = `${id}\0${at}`;
    if (seen.size >= max || seen.has(name)) return false;
    seen.add(name);
    return true;
  };
}

/** The list after some files changed or disappeared; null where it became too short to decide. */
export function newestAfter(
  { max, events, isComplete }: NewestList,
  {
    changed,
    isKnown,
  }: {
    readonly changed: ReadonlyMap<string, FileEvent>;
    isKnown(path: string): boolean;
  },
): NewestList | null {
  const last = events.at(-1);
  const closed = [...changed.values()].filter(({ isClosed }) => isClosed);
  const merged = [...events.filter(({ path }) => isKnown(path)), ...closed].sort(compareFiles);
  const sure = merged.filter(
    (event) => isComplete || (last !== undefined && compareFiles(event, last) <= 0),
  );
  if (!isComplete && sure.filter(isNewest(max)).length < max) return null;
  return cut({ max, events: sure, isComplete });
}

/** The list of a table; `known` returns what a file is about. */
export function newestAmong(
  { paths, times, flags }: CollectionTable,
  max: number,
  known: (path: string) => FileEvent,
): NewestList {
  const closed = [...paths.keys()].filter((index) => ((flags[index] ?? 0) & CLOSED) !== 0);
  const sorted = Float64Array.from(closed, (index) => times[index] ?? 0).sort();
  for (let count = max * SPARE; ; count *= 2) {
    const isComplete = count >= closed.length;
    const least = isComplete ? Number.NEGATIVE_INFINITY : (sorted.at(-count) ?? 0);
    const events = closed
      .filter((index) => (times[index] ?? 0) >= least)
      .map((index) => known(paths[index] ?? ""))
      .sort(compareFiles);
    if (!isComplete && events.filter(isNewest(max)).length < max) continue;
    return cut({ max, events, isComplete });
  }
}

function cut({ max, events, isComplete }: NewestList): NewestList {
  // Spare ones are counted without those that are shown only once.
  const shown = events.findLastIndex(isShownIn(events, max)) + 1;
  const length = Math.max(max * SPARE, shown);
  return {
    max,
    events: events.slice(0, length),
    isComplete: isComplete && events.length <= length,
  };
}

function isShownIn(events: readonly FileEvent[], max: number): (event: FileEvent) => boolean {
  const shown = new Set(events.filter(isNewest(max)));
  return (event) => shown.has(event);
}

function compareFiles(a: FileEvent, b: FileEvent): number {
  return compareEvents(a, b) || compareBytes(a.path, b.path);
}
