import { sha256 } from "../../base/hash.ts";
import { oneLine } from "../../base/text/one-line.ts";
import { printable } from "../../base/text/text.ts";
import { inForceAt } from "../memory/decisions.ts";
import { type MemoryDigest, type NotedEvent, newestOf } from "../memory/digest.ts";
import { type MemoryLine, parseMemoryLine } from "../memory/line.ts";
import type { Collection } from "../workspace/collection/collection.ts";
import type { FileEvent } from "../workspace/collection/newest.ts";
import { compareEvents, type EventName } from "../workspace/event-order.ts";
import { EVENTS, INSIGHTS, viewFolders } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { CuratorRecord } from "../workspace/record.ts";
import { daysBetween } from "../workspace/time.ts";
import { type ActivityEntry, type ClosedLines, closedLines } from "./closed-requests.ts";
import { decisionLine, isIncident } from "./decision-lines.ts";
import { fitLists, type TokenBudget } from "./fit.ts";
import { sectionLines, sectionsOf } from "./markdown.ts";
import type { CuratedFile, InputRef } from "./provenance.ts";
import { collectMeetings, collectReports } from "./reports.ts";
import { collectRuns } from "./runs.ts";

/** Something that happened, from whichever source. */
interface Activity extends EventName {
  readonly text: string;
  readonly link: string | null;
  /** The line of the memory that is the event itself. */
  readonly line?: number;
}

/** What the recent activity is built with. */
export interface ActivityOptions {
  readonly responsibility: string;
  readonly now: string;
  readonly budget: TokenBudget;
  /** At most so many events of each source. */
  readonly max: number;
  readonly memory: MemoryDigest;
  /** The newest lines of the memory that name some ids. */
  readonly findNamed: (ids: readonly string[]) => ReadonlyMap<string, number | null>;
}

type ActivityRecord = Pick<CuratorRecord, "closed" | "lastRequestEvent">;

/**
 * What was decided and is in force, and what happened lately: results of requests and of work, newest first. Steps of
 * the queue are part of the line of their request. A line is shown whole or not at all.
 */
export function buildRecentActivity(
  files: ResponsibilityFiles,
  record: ActivityRecord,
  options: ActivityOptions,
): CuratedFile {
  const { max, memory, now, budget, responsibility } = options;
  const work = collectWork(files, options);
  const results = new Set(record.closed.map(({ note }) => note));
  const named = options.findNamed(
    work.filter(({ line }) => line === undefined).map(({ id }) => id),
  );
  const drift = memory.drift.map(noteActivity).map((each) => activityLine(each, named));
  const outcomes = new Map(
    work.flatMap(({ link, text }) => (link === null ? [] : [[link, textOf(text)] as const])),
  );
  const closed = closedLines(record.closed, { responsibility, now, outcomes });
  const pinned = inForceAt(memory.decisions, now);
  const shown = fitActivities(
    {
      drift,
      incidents: pinned.filter(isIncident).map((each) => decisionLine(each, budget)),
      decisions: pinned
        .filter((each) => !isIncident(each))
        .map((each) => decisionLine(each, budget)),
      moreDecisions: memory.decisions.dropped,
      closed: { ...closed, entries: closed.entries.slice(0, max) },
      // What is the result of a request is in the line of the request.
      work: latelyOrLast(
        work.filter(({ link }) => link === null || !results.has(link)),
        now,
      ).map((each) => entryOf(each, named)),
      routine: latelyOrLast(lastOfEach(memory.latest.filter(({ isRoutine }) => isRoutine)), now)
        .map(noteActivity)
        .map((each) => entryOf(each, named)),
      older: olderEvents(files, record, memory),
    },
    budget,
  );
  return {
    stem: "recent_activity",
    role: "short_term_memory",
    title: "Recent activity",
    sections: [
      { heading: "Unresolved drift", lines: drift },
      { heading: "Open incidents", lines: shown.incidents },
      { heading: "Decisions", lines: shown.decisions },
      { heading: "Latest events", lines: [...shown.latest, ...pagesLine(record)] },
      { heading: "Everyday requests", lines: shown.everyday },
      { heading: "Summary of older events", lines: shown.older },
    ],
    inputs: activityInputs(files, record, memory),
  };
}

/** Reports and meetings, notes, and all of these with runs: older ones say little about today. */
const MAX_PAGES = 4;
const MAX_NOTES = 6;
const MAX_WORK = 12;
/** Days after which notes and runs are history, except the last ones. */
const MAX_DAYS = 7;
const MIN_SHOWN = 5;

/** Runs, reports, meetings and notes of people, newest first. */
function collectWork(
  files: ResponsibilityFiles,
  { max, memory }: ActivityOptions,
): readonly Activity[] {
  const notes = memory.latest.filter(({ isRoutine }) => !isRoutine).map(noteActivity);
  return newestOf<Activity>(
    [
      ...collectRuns(files).newest(max).map(fileActivity),
      ...collectReports(files).newest(MAX_PAGES).map(fileActivity),
      ...collectMeetings(files).newest(MAX_PAGES).map(fileActivity),
      ...withoutRepeated(notes).slice(0, MAX_NOTES),
    ],
    max,
  );
}

/** Notes of the same text about the same thing once, with how often there were. */
function withoutRepeated(notes: readonly Activity[]): readonly Activity[] {
  return [...Map.groupBy(notes, ({ kind, id, text }) => `${kind} ${id} ${text}`).values()].flatMap(
    (same) => {
      const [newest] = same;
      if (newest === undefined || same.length === 1) return same;
      return [{ ...newest, text: `${newest.text} (noted ${same.length} times)` }];
    },
  );
}

/** What happened in the last days; reports and meetings, and a few of the rest, also from before. */
function latelyOrLast<Event extends EventName>(
  events: readonly Event[],
  now: string,
): readonly Event[] {
  return events
    .filter(
      ({ at, kind }, index) =>
        index < MIN_SHOWN ||
        ["report", "meeting"].includes(kind) ||
        daysBetween(at, now) <= MAX_DAYS,
    )
    .slice(0, MAX_WORK);
}

interface Sources {
  readonly drift: readonly string[];
  readonly incidents: readonly string[];
  readonly decisions: readonly string[];
  readonly moreDecisions: number;
  readonly closed: ClosedLines;
  readonly work: readonly ActivityEntry[];
  readonly routine: readonly ActivityEntry[];
  readonly older: readonly string[];
}

/** Divides the budget, so that no source displaces another one; drift is always shown. */
function fitActivities(
  { drift, incidents, decisions, moreDecisions, closed, work, routine, older }: Sources,
  { tokens, count }: TokenBudget,
) {
  const list = (entries: readonly ActivityEntry[], describeRest: (left: number) => string) => ({
    items: entries.map(({ shown }) => shown),
    describeRest,
  });
  const inForce = (left: number) => `- and ${left} more that are in force, in ${EVENTS}`;
  const [open, pinned, requests, everyday, events, noted, summary] = fitLists(
    [
      { items: incidents, describeRest: inForce },
      { items: decisions, more: moreDecisions, weight: 3, describeRest: inForce },
      {
        ...list(closed.entries, (left) => `- and ${left} more closed requests`),
        more: closed.older,
        weight: 2,
      },
      {
        items: closed.everyday,
        describeRest: () => `- everyday requests: see ${viewFolders.target}/`,
      },
      {
        ...list(
          work,
          (left) => `- and ${left} more in mandates/runs/, reports/, meetings/, memory/`,
        ),
        weight: 2,
      },
      list(routine, (left) => `- and ${left} more notes of programs in ${EVENTS}`),
      { items: older, describeRest: (left: number) => `- and ${left} more in ${INSIGHTS}` },
    ],
    { tokens: tokens - drift.reduce((sum, line) => sum + count(`${line}\n`), 0), count },
  );
  const kept = new Set([requests, events, noted].flatMap((lines = []) => lines));
  const latest = [...closed.entries, ...work, ...routine]
    .filter(({ shown }) => kept.delete(shown))
    .sort(compareEvents)
    .map(({ shown }) => shown);
  return {
    incidents: open ?? [],
    decisions: pinned ?? [],
    latest: [...latest, ...kept],
    everyday: everyday ?? [],
    older: summary ?? [],
  };
}

function noteActivity(event: NotedEvent): Activity {
  return { ...event, link: null };
}

function fileActivity({ at, kind, id, summary, path }: FileEvent): Activity {
  return { at, kind, id, text: summary, link: path };
}

/** The newest note about each thing: earlier ones are steps towards it. A bundle that was offered has its request. */
function lastOfEach(events: readonly NotedEvent[]): readonly NotedEvent[] {
  const last = new Map<string, NotedEvent>();
  for (const event of events) {
    const name = `${event.kind} ${event.id}`;
    if (event.line > (last.get(name)?.line ?? 0)) last.set(name, event);
  }
  return [...last.values()].filter(
    ({ kind, text }) => kind !== "context" || !/^(?:dispatched|retired|rejected):/.test(text),
  );
}

function entryOf(activity: Activity, named: ReadonlyMap<string, number | null>): ActivityEntry {
  const { at, kind, id } = activity;
  return { at, kind, id, shown: activityLine(activity, named) };
}

function activityLine(
  { at, kind, id, text, link, line }: Activity,
  named: ReadonlyMap<string, number | null>,
): string {
  const pointer = line ?? named.get(id) ?? null;
  const places = [
    ...(pointer === null ? [] : [`memory: ${EVENTS}#L${pointer}`]),
    ...(link === null ? [] : [`link: ${link}`]),
  ];
  const about = textOf(text);
  const name = id === kind ? "" : ` ${id}`;
  return `- ${at} ${kind}${name}: ${about}${places.length === 0 ? "" : ` (${places.join("; ")})`}`;
}

/** A text of others on one line. */
function textOf(text: string): string {
  const readable = printable(oneLine(text));
  return readable.length > MAX_TEXT ? "see there" : readable;
}

/** Where the pages of closed requests are, once for all. */
function pagesLine({ closed }: ActivityRecord): readonly string[] {
  if (closed.length === 0) return [];
  return [
    `Pages of requests: ${viewFolders.target}/ID.md; of those that this role sent: ${viewFolders.origin}/ID.md.`,
  ];
}

/** Characters of a line of others. A longer one is replaced by where it is: half a sentence may mislead. */
const MAX_TEXT = 600;
/** What the newest compaction has and the lists above do not. */
function olderEvents(
  files: ResponsibilityFiles,
  { closed }: ActivityRecord,
  { latest }: MemoryDigest,
): readonly string[] {
  if (files.stat(INSIGHTS) === null) return [];
  const requests = new Set(closed.map(({ id }) => id));
  const texts = new Set(latest.map(({ text }) => text));
  return files
    .derive(INSIGHTS, "compacted", newestCompaction)
    .filter(({ facts, text }) => !requests.has(facts.request ?? "") && !texts.has(text))
    .map(({ at, kind, facts, text }) => {
      const what = [kind, facts.request ?? facts.bundle, facts.status].filter(Boolean).join(" ");
      return `- ${at.slice(0, 10)} ${what}: ${text}`;
    });
}

/** What was finished and which limits changed; decisions and open points are shown as they are now. */
function newestCompaction(text: string): readonly MemoryLine[] {
  const sections = sectionsOf(text);
  const at = sections.findLastIndex(({ heading }) => / compaction L\d+-L\d+ /.test(heading));
  if (at === -1) return [];
  const found = { sections: sections.slice(at) };
  const lines = ["Results", "Changed limits"].flatMap((name) => sectionLines(found, name) ?? []);
  return lines.flatMap((line) => parseMemoryLine(line) ?? []);
}

/** Many files of one folder are one input, whose hash covers their names and hashes. */
function activityInputs(
  files: ResponsibilityFiles,
  { closed, lastRequestEvent }: ActivityRecord,
  memory: MemoryDigest,
): readonly InputRef[] {
  const collected: readonly (readonly [string, Collection])[] = [
    ["mandates/runs", collectRuns(files)],
    ["reports", collectReports(files)],
    ["meetings/summaries", collectMeetings(files)],
  ];
  return [
    ...collected
      .filter(([, { summary }]) => summary.count > 0)
      .map(([ref, { summary }]) => ({ ref, sha256: summary.sha256 })),
    ...(memory.lastLine === null ? [] : [{ ref: EVENTS, sha256: memory.chain }]),
    ...(files.stat(INSIGHTS) === null
      ? []
      : [{ ref: INSIGHTS, sha256: files.facts(INSIGHTS).sha256 }]),
    { ref: `sql:request_events#${lastRequestEvent}`, sha256: sha256(JSON.stringify(closed)) },
  ];
}
