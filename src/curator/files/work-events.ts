/** Work that was done, from whichever source: runs, reports, meetings, notes of people and of programs. */

import { oneLine } from "../../base/text/one-line.ts";
import { printable } from "../../base/text/text.ts";
import { type MemoryDigest, type NotedEvent, newestOf } from "../memory/digest.ts";
import type { FileEvent } from "../workspace/collection/newest.ts";
import type { EventName } from "../workspace/event-order.ts";
import { EVENTS } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import { daysBetween } from "../workspace/time.ts";
import type { ActivityEntry } from "./closed-requests.ts";
import { collectMeetings, collectReports } from "./reports.ts";
import { collectRuns } from "./runs.ts";

/** Something that happened. */
export interface WorkEvent extends EventName {
  readonly text: string;
  readonly link: string | null;
  /** The line of the memory that is the event itself. */
  readonly line?: number;
}

/** Reports and meetings, notes, and all of these with runs: older ones say little about today. */
const MAX_PAGES = 4;
const MAX_NOTES = 6;
const MAX_WORK = 12;
/** Days after which notes and runs are history, and reports and meetings, except the last ones of all. */
const MAX_DAYS = 7;
const MAX_PAGE_DAYS = 21;
const MIN_SHOWN = 5;
/** Characters of a line of others. A longer one is replaced by where it is: half a sentence may mislead. */
const MAX_TEXT = 600;

/** Runs, reports, meetings and notes of people, newest first, at most so many of each. */
export function collectWork(
  files: ResponsibilityFiles,
  { latest }: Pick<MemoryDigest, "latest">,
  max: number,
): readonly WorkEvent[] {
  const notes = latest.filter(({ isRoutine }) => !isRoutine).map(noteEvent);
  return newestOf<WorkEvent>(
    [
      ...collectRuns(files).newest(max).map(fileEvent),
      ...collectReports(files).newest(MAX_PAGES).map(fileEvent),
      ...collectMeetings(files).newest(MAX_PAGES).map(fileEvent),
      ...withoutRepeated(notes).slice(0, MAX_NOTES),
    ],
    max,
  );
}

/** Notes of the same text about the same thing once, with how often there were. */
function withoutRepeated(notes: readonly WorkEvent[]): readonly WorkEvent[] {
  return [...Map.groupBy(notes, ({ kind, id, text }) => `${kind} ${id} ${text}`).values()].flatMap(
    (same) => {
      const [newest] = same;
      if (newest === undefined || same.length === 1) return same;
      return [{ ...newest, text: `${newest.text} (noted ${same.length} times)` }];
    },
  );
}

/** The newest note of programs about each thing: earlier ones are steps towards it. */
export function programNotes({ latest }: Pick<MemoryDigest, "latest">): readonly WorkEvent[] {
  const last = new Map<string, NotedEvent>();
  for (const event of latest.filter(({ isRoutine }) => isRoutine)) {
    const name = `${event.kind} ${event.id}`;
    if (event.line > (last.get(name)?.line ?? 0)) last.set(name, event);
  }
  // A bundle that was offered has its request.
  const isStep = /^(?:dispatched|retired|rejected):/;
  return [...last.values()]
    .filter(({ kind, text }) => kind !== "context" || !isStep.test(text))
    .map(noteEvent);
}

/** What happened in the last days; reports and meetings of the last weeks, and a few of all also from before. */
export function latelyOrLast(events: readonly WorkEvent[], now: string): readonly WorkEvent[] {
  const isPage = (kind: string) => kind === "report" || kind === "meeting";
  return events
    .filter(
      ({ at, kind }, index) =>
        index < MIN_SHOWN || daysBetween(at, now) <= (isPage(kind) ? MAX_PAGE_DAYS : MAX_DAYS),
    )
    .slice(0, MAX_WORK);
}

/** A line of the memory as an event. */
export function noteEvent(event: NotedEvent): WorkEvent {
  return { ...event, link: null };
}

function fileEvent({ at, kind, id, summary, path }: FileEvent): WorkEvent {
  return { at, kind, id, text: summary, link: path };
}

/** An event on one line, with the line of the memory that names it and its file. */
export function workEntry(
  { at, kind, id, text, link, line }: WorkEvent,
  named: ReadonlyMap<string, number | null>,
): ActivityEntry {
  const pointer = line ?? named.get(id) ?? null;
  const places = [
    ...(pointer === null ? [] : [`memory: ${EVENTS}#L${pointer}`]),
    ...(link === null ? [] : [`link: ${link}`]),
  ];
  const name = id === kind ? "" : ` ${id}`;
  const where = places.length === 0 ? "" : ` (${places.join("; ")})`;
  return { at, kind, id, shown: `- ${at} ${kind}${name}: ${readable(text)}${where}` };
}

/** A text of others on one line. */
export function readable(text: string): string {
  const line = printable(oneLine(text));
  return line.length > MAX_TEXT ? "see there" : line;
}
