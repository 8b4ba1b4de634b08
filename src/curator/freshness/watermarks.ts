/**
 * What a published bundle was made from, in a few values that are quick to compare. A signal that
 * was lost cannot make a bundle look fresh: freshness is decided by these alone.
 */

import { sha256 } from "../../base/hash.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { newestReport } from "../files/current-focus.ts";
import { collectMeetings } from "../files/reports.ts";
import { collectRuns } from "../files/runs.ts";
import type { MemoryMark } from "../memory/reconcile.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";

/** The position of each input when the bundle was built. */
export interface Watermarks {
  readonly request_event_id: number;
  readonly mandate_runs: number;
  readonly open_runs: readonly string[];
  readonly newest_run: string | null;
  readonly report: string | null;
  readonly meeting: string | null;
  /** Hash of the last line of the memory that is not about a refresh. */
  readonly memory_line: string | null;
  readonly memory: MemoryMark;
}

/** The state of every input now. */
export function takeWatermarks(
  files: ResponsibilityFiles,
  record: { readonly lastRequestEvent: number },
  memory: { readonly lastLine: string | null; readonly mark: MemoryMark },
): Watermarks {
  const runs = collectRuns(files).summary;
  return {
    request_event_id: record.lastRequestEvent,
    mandate_runs: runs.count,
    open_runs: runs.open.map(({ path }) => path),
    newest_run: runs.lastClosed,
    report: newestReport(files),
    meeting: collectMeetings(files).summary.last,
    memory_line: memory.lastLine,
    memory: memory.mark,
  };
}

/**
 * The watermarks after a run that built some of the files: an input counts as seen only when every
 * file that shows it was built.
 */
export function watermarksAfter(
  now: Watermarks,
  published: JsonObject | null,
  built: readonly string[],
): JsonObject {
  const before = isObject(published?.watermarks) ? published.watermarks : {};
  const has = (...stems: readonly string[]) => stems.every((stem) => built.includes(stem));
  const showsEvents = has("recent_activity");
  return {
    request_event_id: has("recent_activity", "open_requests")
      ? now.request_event_id
      : (before.request_event_id ?? 0),
    mandate_runs: showsEvents ? now.mandate_runs : (before.mandate_runs ?? 0),
    open_runs: [...openRunsAfter(now, before, { showsEvents, showsFocus: has("current_focus") })],
    newest_run: showsEvents ? now.newest_run : (before.newest_run ?? null),
    report: has("recent_activity", "current_focus") ? now.report : (before.report ?? null),
    meeting: showsEvents ? now.meeting : (before.meeting ?? null),
    memory_line: showsEvents ? now.memory_line : (before.memory_line ?? null),
    memory: { ...now.memory },
  };
}

/** A run that was closed is an event; one that was opened is seen once the focus shows it. */
function openRunsAfter(
  { open_runs: open }: Watermarks,
  before: JsonObject,
  { showsEvents, showsFocus }: { readonly showsEvents: boolean; readonly showsFocus: boolean },
): readonly string[] {
  if (showsEvents && showsFocus) return open;
  const known = openRunsOf(before);
  return showsEvents ? open.filter((path) => known.includes(path)) : known;
}

function openRunsOf(marks: JsonObject): readonly string[] {
  const runs = Array.isArray(marks.open_runs) ? marks.open_runs : [];
  return runs.filter((path) => typeof path === "string");
}

/** The inputs whose position changed since. */
export function staleMarks(published: JsonObject | null, now: Watermarks): readonly string[] {
  const marks = published?.watermarks;
  if (!isObject(marks)) return ["bundle"];
  const runs = [marks.mandate_runs, marks.newest_run ?? null, marks.open_runs ?? []];
  const stale = [
    marks.request_event_id === now.request_event_id ? null : "request_events",
    JSON.stringify(runs) === JSON.stringify([now.mandate_runs, now.newest_run, now.open_runs])
      ? null
      : "mandate_runs",
    (marks.report ?? null) === now.report ? null : "reports",
    (marks.meeting ?? null) === now.meeting ? null : "meetings",
    (marks.memory_line ?? null) === now.memory_line ? null : "memory",
  ];
  return stale.filter((input) => input !== null);
}

/** Why a bundle is not fresh, as a clause about its files. */
export function staleReason(stale: readonly string[]): string {
  return stale.includes("bundle")
    ? "not all of them have been written"
    : `${stale.join(", ")} changed since they were written`;
}

/** The mark of the memory as the bundle records it; the beginning if nothing was recorded. */
export function memoryMarkOf(published: JsonObject | null): MemoryMark {
  const marks = published?.watermarks;
  const memory = isObject(marks) && isObject(marks.memory) ? marks.memory : {};
  return {
    bytes: numberOf(memory.bytes),
    sha256: typeof memory.sha256 === "string" ? memory.sha256 : sha256(""),
    last_line: numberOf(memory.last_line),
    noted: numberOf(memory.noted),
  };
}

/** SHA-256 of the line of the audit file that was the last one when the bundle was published; null if there was none. */
export function auditLineOf(published: JsonObject | null): string | null {
  const marks = published?.watermarks;
  const line = isObject(marks) ? marks.audit_line : null;
  return typeof line === "string" ? line : null;
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
