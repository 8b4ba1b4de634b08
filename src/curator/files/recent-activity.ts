import { sha256 } from "../../base/hash.ts";
import { truncateEnd } from "../../base/text/one-line.ts";
import { excerpt } from "../../base/text/text.ts";
import { type MemoryDigest, type NotedEvent, newestOf } from "../memory/digest.ts";
import type { Collection } from "../workspace/collection/collection.ts";
import type { FileEvent } from "../workspace/collection/newest.ts";
import type { EventName } from "../workspace/event-order.ts";
import { EVENTS, INSIGHTS } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { CuratorRecord } from "../workspace/record.ts";
import { normalTime } from "../workspace/time.ts";
import { fitItems, MAX_LINE_LENGTH, type TokenBudget } from "./fit.ts";
import { sectionsOf } from "./markdown.ts";
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

/** What is shown of the memory. */
export interface ActivityOptions {
  /** At most so many events. */
  readonly max: number;
  readonly budget: TokenBudget;
  readonly memory: MemoryDigest;
  /** The newest lines of the memory that name some ids. */
  readonly findNamed: (ids: readonly string[]) => ReadonlyMap<string, number | null>;
}

/** What happened lately, newest first, with drift that is not resolved on top. */
export function buildRecentActivity(
  files: ResponsibilityFiles,
  record: Pick<CuratorRecord, "requestEvents" | "lastRequestEvent">,
  { max, budget, memory, findNamed }: ActivityOptions,
): CuratedFile {
  const isPinned = new Set(memory.drift.map(({ line }) => line));
  const latest = newestOf<Activity>(
    [
      ...collectRuns(files).newest(max).map(fileActivity),
      ...requestActivities(record),
      ...collectReports(files).newest(max).map(fileActivity),
      ...collectMeetings(files).newest(max).map(fileActivity),
      ...memory.latest.filter(({ line }) => !isPinned.has(line)).map(noteActivity),
    ],
    max,
  );
  const named = findNamed(latest.filter(({ line }) => line === undefined).map(({ id }) => id));
  const show = (activity: Activity) => activityLine(activity, named);
  const share = { ...budget, tokens: Math.floor(budget.tokens / 2) };
  const describeRest = (left: number) => `- and ${left} more in [${EVENTS}](${EVENTS})`;
  return {
    stem: "recent_activity",
    role: "short_term_memory",
    title: "Recent activity",
    sections: [
      { heading: "Unresolved drift", lines: memory.drift.map(noteActivity).map(show) },
      { heading: "Latest events", lines: fitItems(latest.map(show), share, describeRest) },
      { heading: "Summary of older events", lines: olderEvents(files, memory) },
    ],
    inputs: activityInputs(files, record, memory),
  };
}

function noteActivity(event: NotedEvent): Activity {
  return { ...event, link: null };
}

function fileActivity({ at, kind, id, summary, path }: FileEvent): Activity {
  return { at, kind, id, text: summary, link: path };
}

function requestActivities({ requestEvents }: Pick<CuratorRecord, "requestEvents">) {
  return requestEvents.map((event): Activity => {
    const { request_id: id, event_type, old_status, new_status, subject } = event;
    const change = new_status === null ? event_type : `${old_status ?? "none"} to ${new_status}`;
    return {
      at: normalTime(event.created_at) ?? event.created_at,
      kind: "request",
      id,
      text: `${change}: ${subject}`,
      link: `queue/inbox/${id}.md`,
    };
  });
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
  const about = excerpt(text.replaceAll(/\s+/g, " ").trim(), 240);
  return `- ${at} ${kind} ${id}: ${about}${places.length === 0 ? "" : ` (${places.join("; ")})`}`;
}

/** What the newest compaction says, and how many events the memory has. */
function olderEvents(files: ResponsibilityFiles, { events }: MemoryDigest): readonly string[] {
  const count = events > 0 ? [`[${EVENTS}](${EVENTS}) has ${events} events.`] : [];
  if (files.stat(INSIGHTS) === null) return count;
  const newest = files.derive(INSIGHTS, "compaction", newestCompaction);
  return [...count, ...newest];
}

function newestCompaction(text: string): readonly string[] {
  const found = sectionsOf(text).findLast(({ heading }) => / compaction L\d+-L\d+ /.test(heading));
  if (found === undefined) return [];
  const lines = found.lines.filter((line) => line.trim() !== "");
  return [
    `Newest compaction: ${found.heading} ([${INSIGHTS}](${INSIGHTS}))`,
    ...lines.slice(0, 8).map((line) => truncateEnd(line, MAX_LINE_LENGTH)),
  ];
}

/** Many files of one folder are one input, whose hash covers their names and hashes. */
function activityInputs(
  files: ResponsibilityFiles,
  { requestEvents, lastRequestEvent }: Pick<CuratorRecord, "requestEvents" | "lastRequestEvent">,
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
    {
      ref: `sql:request_events#${lastRequestEvent}`,
      sha256: sha256(JSON.stringify(requestEvents)),
    },
  ];
}
