import { compareBytes } from "../../base/file-set.ts";
import { sha256 } from "../../base/hash.ts";
import { excerpt } from "../../base/text.ts";
import type { CuratorRecord } from "../mandates/record.ts";
import { type MemoryLine, parseMemoryLine } from "../memory/line.ts";
import { EVENTS, INSIGHTS, markdownIn } from "../workspace/layout.ts";
import { normalTime } from "../workspace/time.ts";
import { renderBody } from "./body.ts";
import { parseMarkdown, sectionsOf, textOf } from "./markdown.ts";
import type { ResponsibilityFiles } from "./port.ts";
import type { CuratedFile, InputRef } from "./provenance.ts";
import { readRun, runPaths } from "./runs.ts";

/** Something that happened, from whichever source. */
interface Activity {
  readonly at: string;
  readonly kind: string;
  readonly id: string;
  readonly text: string;
  readonly link: string | null;
  /** The line of the memory that is the event itself. */
  readonly line?: number;
}

/** Lines of this kind describe the refresh itself: as events they would make every refresh change the next. */
export const REFRESHED = "bundle_refreshed";

/** At most so many unresolved drifts are pinned. */
const MAX_PINNED = 5;

/** What happened lately, newest first, with drift that is not resolved on top. */
export function buildRecentActivity(
  files: ResponsibilityFiles,
  record: Pick<CuratorRecord, "requestEvents" | "lastRequestEvent">,
  { max, memory }: { readonly max: number; readonly memory: readonly string[] },
): CuratedFile {
  const lines = memory.map((line, index) => ({ number: index + 1, parsed: parseMemoryLine(line) }));
  const noted = lines.flatMap(({ number, parsed }) =>
    parsed === null || parsed.kind === REFRESHED ? [] : [{ ...parsed, number }],
  );
  const pinned = unresolvedDrift(noted);
  const isPinned = new Set(pinned.map(({ number }) => number));
  const all = unique([
    ...runActivities(files),
    ...requestActivities(record),
    ...fileActivities(files, "reports", "report"),
    ...fileActivities(files, "meetings/summaries", "meeting"),
    ...noted.filter(({ number }) => !isPinned.has(number)).map(noteActivity),
  ]);
  const latest = all.slice(0, max);
  const named = linesByName(noted, new Set(latest.map(({ id }) => id)));
  const show = (activity: Activity) => activityLine(activity, named);
  return {
    stem: "recent_activity",
    role: "short_term_memory",
    body: renderBody("Recent activity", [
      { heading: "Unresolved drift", lines: pinned.map(noteActivity).map(show) },
      { heading: "Latest events", lines: latest.map(show) },
      { heading: "Summary of older events", lines: olderEvents(files, all.length - max) },
    ]),
    inputs: activityInputs(files, record, memory),
  };
}

/** Notes of drift since the last time it was resolved, newest first. */
export function unresolvedDrift<Line extends MemoryLine>(noted: readonly Line[]): readonly Line[] {
  const after = noted.findLastIndex(({ kind }) => kind === "model_drift_resolved");
  return noted
    .slice(after + 1)
    .filter(({ kind }) => kind === "model_drift")
    .reverse()
    .slice(0, MAX_PINNED);
}

function runActivities(files: ResponsibilityFiles): readonly Activity[] {
  return runPaths(files)
    .map((path) => readRun(files, path))
    .filter(({ isClosed }) => isClosed)
    .map(({ id, at, summary, path }) => ({
      ...{ at, kind: "mandate_run", id },
      ...{ text: summary, link: path },
    }));
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

function fileActivities(files: ResponsibilityFiles, folder: string, kind: string) {
  return markdownIn(files, folder).map((path): Activity => {
    const id = path.slice(folder.length + 1, -3);
    const { at, title } = files.derive(path, "activity", (text) => {
      const { frontMatter, title: heading } = parseMarkdown(text);
      const day = /^\d{4}-\d{2}-\d{2}/.exec(id)?.[0];
      return {
        at:
          normalTime(textOf(frontMatter, "created_at") ?? "") ??
          normalTime(`${day}T00:00:00Z`) ??
          "1970-01-01T00:00:00Z",
        title: heading ?? id,
      };
    });
    return { at, kind, id, text: title, link: path };
  });
}

const KINDS = ["mandate_run", "request", "report", "meeting", "model_drift", "context", "alert"];
const ID_KEYS = ["rfa", "request", "mandate_run", "bundle", "telemetry_alert_id", "responsibility"];

function noteActivity(line: MemoryLine & { readonly number: number }): Activity {
  const kind = KINDS.find((known) => line.kind.startsWith(known)) ?? "note";
  const key = ID_KEYS.find((name) => Object.hasOwn(line.facts, name) && line.facts[name] !== "");
  return {
    at: normalTime(line.at) ?? line.at,
    kind,
    id: (key === undefined ? undefined : line.facts[key]) ?? line.kind,
    text: line.text,
    link: null,
    line: line.number,
  };
}

/** The newest line that names one of the ids, for pointers into the memory. */
function linesByName(
  noted: readonly (MemoryLine & { readonly number: number })[],
  ids: ReadonlySet<string>,
) {
  const byName = new Map<string, number>();
  for (const { facts, number } of noted) {
    for (const key in facts) {
      const value = facts[key];
      if (value !== undefined && ids.has(value)) byName.set(value, number);
    }
  }
  return byName;
}

/** Newest first; the same kind, id and time from two sources is one event. */
function unique(activities: readonly Activity[]): readonly Activity[] {
  const byKey = new Map<string, Activity>();
  for (const activity of activities) {
    const key = `${activity.kind}\0${activity.id}\0${activity.at}`;
    if (!byKey.has(key)) byKey.set(key, activity);
  }
  return [...byKey.values()].sort(
    // Times are ASCII, whose order needs no bytes.
    (a, b) =>
      (a.at < b.at ? 1 : a.at > b.at ? -1 : 0) ||
      compareBytes(a.kind, b.kind) ||
      compareBytes(a.id, b.id),
  );
}

function activityLine(
  { at, kind, id, text, link, line }: Activity,
  named: ReadonlyMap<string, number>,
): string {
  const pointer = line ?? named.get(id);
  const places = [
    ...(pointer === undefined ? [] : [`memory: ${EVENTS}#L${pointer}`]),
    ...(link === null ? [] : [`link: ${link}`]),
  ];
  const about = excerpt(text.replaceAll(/\s+/g, " ").trim(), 240);
  return `- ${at} ${kind} ${id}: ${about}${places.length === 0 ? "" : ` (${places.join("; ")})`}`;
}

/** What the newest compaction says, and how many events are not listed. */
function olderEvents(files: ResponsibilityFiles, hidden: number): readonly string[] {
  const count = hidden > 0 ? [`${hidden} older events are not listed.`] : [];
  if (files.stat(INSIGHTS) === null) return count;
  const newest = files.derive(INSIGHTS, "compaction", newestCompaction);
  return [...count, ...newest];
}

function newestCompaction(text: string): readonly string[] {
  const found = sectionsOf(text).findLast(({ heading }) => / compaction L\d+-L\d+ /.test(heading));
  if (found === undefined) return [];
  const lines = found.lines.filter((line) => line.trim() !== "");
  return [`Newest compaction: ${found.heading} ([${INSIGHTS}](${INSIGHTS}))`, ...lines.slice(0, 8)];
}

/** Many files of one folder are one input, whose hash covers their names and hashes. */
function activityInputs(
  files: ResponsibilityFiles,
  { requestEvents, lastRequestEvent }: Pick<CuratorRecord, "requestEvents" | "lastRequestEvent">,
  memory: readonly string[],
): readonly InputRef[] {
  const folders: readonly (readonly [string, readonly string[]])[] = [
    ["mandates/runs", runPaths(files)],
    ["reports", markdownIn(files, "reports")],
    ["meetings/summaries", markdownIn(files, "meetings/summaries")],
  ];
  const events = memory.filter((line) => !line.includes(` ${REFRESHED} (`));
  return [
    ...folders
      .filter(([, paths]) => paths.length > 0)
      .map(([ref, paths]) => {
        const listed = paths.map((path) => `${path} ${files.facts(path).sha256}\n`);
        return { ref, sha256: sha256(listed.join("")) };
      }),
    ...(events.length === 0 ? [] : [{ ref: EVENTS, sha256: sha256(events.join("\n")) }]),
    ...(files.stat(INSIGHTS) === null
      ? []
      : [{ ref: INSIGHTS, sha256: files.facts(INSIGHTS).sha256 }]),
    {
      ref: `sql:request_events#${lastRequestEvent}`,
      sha256: sha256(JSON.stringify(requestEvents)),
    },
  ];
}
