/**
 * What the curator needs of the memory, folded line by line: a memory that grew by a line costs a line,
 * not the whole file. The digest of the same lines is the same, in however many steps it was folded.
 */

import { sha256 } from "../../base/hash.ts";
import { type FormerRefresh, REFRESHED } from "../audit/entry.ts";
import { compareEvents, type EventName } from "../workspace/event-order.ts";
import { normalTime } from "../workspace/time.ts";
import { type Decisions, foldDecision, isPinned, noDecisions } from "./decisions.ts";
import { type MemoryLine, parseMemoryLine } from "./line.ts";

/** At most so many unresolved drifts are pinned. */
const MAX_PINNED = 5;

/** An event as a line of the memory describes it. */
export interface NotedEvent extends EventName {
  readonly text: string;
  /** The line of the memory, counted from 1. */
  readonly line: number;
  /** Whether a program noted it about itself, and not a person or about finished work. */
  readonly isRoutine: boolean;
}

/** The memory in short. */
export interface MemoryDigest {
  readonly lines: number;
  /** Lines that describe an event, apart from refreshes. */
  readonly events: number;
  /** A hash over every line that is not about a refresh. */
  readonly chain: string;
  /** Hash of the last line that is not about a refresh. */
  readonly lastLine: string | null;
  /** The newest events that no other part shows, newest first, each once: some of people, some of programs. */
  readonly latest: readonly NotedEvent[];
  readonly decisions: Decisions;
  /** Notes of drift since the last time it was resolved, newest first. */
  readonly drift: readonly NotedEvent[];
  /** The last drift if it was ended by a switch of the model; the same one may be seen again for a while. */
  readonly switched: NotedEvent | null;
  /** What an operator decided about the newest drift. */
  readonly decision: string | null;
  /** The newest refresh whose hash is recorded here, as earlier versions did. */
  readonly refresh: FormerRefresh | null;
  /** Alerts that were raised about requests. */
  readonly alerts: readonly string[];
}

/** The digest of a memory without lines. */
export const emptyDigest: MemoryDigest = {
  lines: 0,
  events: 0,
  chain: sha256(""),
  lastLine: null,
  latest: [],
  decisions: noDecisions,
  drift: [],
  switched: null,
  decision: null,
  refresh: null,
  alerts: [],
};

/** How many events a digest has to keep so that `shown` can be listed beside the pinned ones. */
export function keptEvents(shown: number): number {
  return shown + MAX_PINNED;
}

/** The digest after more lines; `keep` is how many of the newest events it lists. */
export function foldLines(
  before: MemoryDigest,
  lines: readonly string[],
  keep: number,
): MemoryDigest {
  if (lines.length === 0) return before;
  let after: MemoryDigest = before;
  let latest = [...before.latest];
  const alerts = [...before.alerts];
  for (const line of lines) {
    const number = after.lines + 1;
    const parsed = parseMemoryLine(line);
    after = { ...after, lines: number, ...foldLine(after, line, parsed) };
    if (parsed === null || parsed.kind === REFRESHED) continue;
    if (parsed.kind === "alert") alerts.push(alertKey(parsed.facts));
    if (isShownElsewhere(parsed)) continue;
    latest.push(eventOf(parsed, number));
    if (latest.length > 8 * keep) latest = newestOfBoth(latest, keep);
  }
  return { ...after, latest: newestOfBoth(latest, keep), alerts };
}

/** Steps of requests are part of the request's own line, decisions and drift are pinned. */
function isShownElsewhere(parsed: MemoryLine): boolean {
  const { kind, facts } = parsed;
  if (["request", "model_drift", "boot_model_check"].includes(kind) || isPinned(parsed))
    return true;
  return ["alert", "context"].includes(kind) && Boolean(facts.request);
}

/** What programs note about themselves never displaces what people did. */
function newestOfBoth(events: readonly NotedEvent[], keep: number): NotedEvent[] {
  const routine = newestOf(
    events.filter(({ isRoutine }) => isRoutine),
    keep,
  );
  const others = newestOf(
    events.filter(({ isRoutine }) => !isRoutine),
    keep,
  );
  return [...routine, ...others].sort(compareEvents);
}

function foldLine(
  before: MemoryDigest,
  line: string,
  parsed: MemoryLine | null,
): Partial<MemoryDigest> {
  // As an event, a refresh would make every refresh change the next.
  if (parsed?.kind === REFRESHED) {
    const { bundle = "", prev } = parsed.facts;
    const hash = bundle.replace("sha256:", "");
    return prev === undefined ? {} : { refresh: { hash, line: sha256(line) } };
  }
  const seen = {
    chain: sha256(`${before.chain}${line}`),
    lastLine: line === "" ? before.lastLine : sha256(line),
  };
  if (parsed === null) return seen;
  return {
    ...seen,
    events: before.events + 1,
    decisions: foldDecision(before.decisions, parsed, before.lines + 1),
    ...foldModel(before, parsed),
  };
}

/** What a line changes about drift and the decision about it. */
function foldModel(before: MemoryDigest, parsed: MemoryLine): Partial<MemoryDigest> {
  switch (parsed.kind) {
    case "model_drift": {
      const drift = [eventOf(parsed, before.lines + 1), ...before.drift];
      return { drift: drift.slice(0, MAX_PINNED), switched: null, decision: null };
    }
    case "model_drift_resolved":
      return { drift: [], switched: switchedAt(before.drift[0], parsed.at), decision: null };
    case "decision":
      return parsed.facts.subject === "model" ? { decision: parsed.facts.decision ?? null } : {};
    default:
      return {};
  }
}

/** A drift that ended at the time of its own note was ended by a switch. */
function switchedAt(drift: NotedEvent | undefined, at: string): NotedEvent | null {
  return drift?.at === (normalTime(at) ?? at) ? drift : null;
}

/** The name of an alert about a request; the same breach has the same name. */
export function alertKey(facts: Readonly<Record<string, string>>): string {
  return [facts.request, facts.alert, facts.since].join("\0");
}

const KINDS = ["mandate_run", "request", "report", "meeting", "model_drift", "context", "alert"];
/** Lines of these kinds are written by programs about what they did themselves. */
const ROUTINE = new Set([
  "alert",
  "brief_failed",
  "context",
  "context_blocked",
  "memory_accepted",
  "model_drift_resolved",
  "policy_changed",
]);
const ID_KEYS = [
  "rfa",
  "request",
  "mandate_run",
  "task",
  "bundle",
  "telemetry_alert_id",
  "responsibility",
];
/** Drift is about a responsibility, even where its line names the alert that it raised. */
const DRIFT_KEYS = ["responsibility"];
/** A step of a bundle is about the bundle, whichever requests belong to it. */
const BUNDLE_KEYS = ["bundle", ...ID_KEYS];

function eventOf(parsed: MemoryLine, line: number): NotedEvent {
  const { at, kind, facts } = parsed;
  const ofKind = kind === "context" ? BUNDLE_KEYS : ID_KEYS;
  const keys = kind.startsWith("model_drift") ? DRIFT_KEYS : ofKind;
  const key = keys.find((name) => Object.hasOwn(facts, name) && facts[name] !== "");
  return {
    at: normalTime(at) ?? at,
    kind: KINDS.find((known) => kind.startsWith(known)) ?? "note",
    id: (key === undefined ? undefined : facts[key]) ?? kind,
    // Two steps of a bundle in one second are two events: the last one counts.
    ...((key === undefined || kind === "context") && { nameless: line }),
    text: textOf(parsed),
    line,
    isRoutine: ROUTINE.has(kind),
  };
}

/** A step of a bundle is described with its status: the line's own text is only the scope. */
function textOf({ kind, facts, text }: MemoryLine): string {
  return kind === "context" && facts.bundle && facts.status ? `${facts.status}: ${text}` : text;
}

/** The newest events, newest first; the same kind, id and time is one event, and its first source counts. */
export function newestOf<Event extends EventName>(
  events: readonly Event[],
  count: number,
): Event[] {
  const byName = new Map<string, Event>();
  for (const event of events) {
    const name = `${event.kind}\0${event.id}\0${event.at}\0${event.nameless ?? ""}`;
    if (!byName.has(name)) byName.set(name, event);
  }
  return [...byName.values()].sort(compareEvents).slice(0, count);
}
