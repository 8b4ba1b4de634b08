import { oneLine } from "../../base/text/one-line.ts";
import { excerpt, printable } from "../../base/text/text.ts";
import type { EventName } from "../workspace/event-order.ts";
import type { RequestState } from "../workspace/record.ts";
import { daysBetween } from "../workspace/time.ts";
import { closedText } from "./request-lines.ts";
import { sharedWithSentence, taskTerms } from "./terms.ts";

/** A line of recent activity with its place in time. */
export interface ActivityEntry extends EventName {
  readonly shown: string;
}

/** Days after which a closed request is left to its page. */
const MAX_DAYS = 30;
/** Days after which what was completed is only named; why something was refused stays. */
const RESULT_DAYS = 14;
/** From so many on, requests that are alike are everyday work: received ones, and those that others answered. */
const MIN_ALIKE = { received: 3, sent: 2 } as const;
/** Examples of everyday work, reasons of refusals, and their characters. */
const MAX_EXAMPLES = 4;
const MAX_REASONS = 4;
const MAX_REASON = 120;

interface ClosedOptions {
  readonly responsibility: string;
  readonly now: string;
  /** The text of a task: what is about it is shown in full. */
  readonly task: string | null;
  /** What the work came to, by the file that is its result. */
  readonly outcomes: ReadonlyMap<string, string>;
}

/** Requests that were closed lately, as lines. */
export interface ClosedLines {
  /** One for each that is not like others. */
  readonly entries: readonly ActivityEntry[];
  /** One for the everyday requests of each direction. */
  readonly everyday: readonly string[];
  /** Requests that were closed before. */
  readonly older: number;
}

/**
 * The lines of requests that were closed lately. Everyday ones, whose subjects differ in numbers alone, have one line
 * together, so that they displace nothing else.
 */
export function closedLines(closed: readonly RequestState[], options: ClosedOptions): ClosedLines {
  const recent = closed.filter(({ since }) => daysBetween(since, options.now) <= MAX_DAYS);
  const shapes = Map.groupBy(recent, (request) => shapeOf(request, options));
  const isEveryday = (request: RequestState) => {
    const alike = shapes.get(shapeOf(request, options))?.length ?? 0;
    return alike >= MIN_ALIKE[sideOf(request, options)];
  };
  const sides = Map.groupBy(recent.filter(isEveryday), (request) => sideOf(request, options));
  const single = recent.filter((request) => !isEveryday(request));
  const wanted = taskTerms(options.task ?? "");
  const isEarlier = ({ status, since, subject }: RequestState) =>
    status === "completed" &&
    daysBetween(since, options.now) > RESULT_DAYS &&
    sharedWithSentence(wanted, subject) === 0;
  const earlier = single.filter(isEarlier);
  // One alone is no shorter by its name.
  const named = earlier.length > 1 ? earlier : [];
  return {
    entries: [
      ...single
        .filter((request) => !named.includes(request))
        .map((request) => requestEntry(request, options)),
      ...earlierEntry(named),
    ],
    everyday: (["received", "sent"] as const).flatMap((side) => {
      const requests = sides.get(side) ?? [];
      return requests.length === 0 ? [] : [everydayLine(requests, options)];
    }),
    older: closed.length - recent.length,
  };
}

function sideOf(
  { origin, target }: RequestState,
  { responsibility }: ClosedOptions,
): "received" | "sent" {
  return origin === responsibility && target !== responsibility ? "sent" : "received";
}

/** What requests of one kind have in common: the other side, and the subject apart from numbers. */
function shapeOf(request: RequestState, options: ClosedOptions): string {
  const side = sideOf(request, options) === "sent" ? request.target : "";
  return `${side} ${request.subject.toLowerCase().replaceAll(/\d+/g, "#")}`;
}

function requestEntry(request: RequestState, options: ClosedOptions): ActivityEntry {
  const { id, since: at, note } = request;
  const outcome = note === null ? undefined : options.outcomes.get(note);
  const text = closedText(request, options.responsibility, outcome);
  return { at, kind: "request", id, shown: `- ${at.slice(0, 10)} request ${text}` };
}

/** Requests that were completed some weeks ago, newest first, on one line; their pages have the results. */
function earlierEntry(requests: readonly RequestState[]): readonly ActivityEntry[] {
  const [newest] = requests;
  const oldest = requests.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const days = `${oldest.since.slice(0, 10)} to ${newest.since.slice(0, 10)}`;
  const names = requests.map(({ id, subject }) => `${id} (${printable(oneLine(subject))})`);
  const shown = `- ${days} completed, results on their pages: ${names.join(", ")}`;
  return [{ at: newest.since, kind: "request", id: "earlier", shown }];
}

/** Everyday requests of one direction, newest first: how many ended how, why some were refused, and what they are like. */
function everydayLine(requests: readonly RequestState[], options: ClosedOptions): string {
  const [newest] = requests as readonly [RequestState, ...RequestState[]];
  const counts = [...Map.groupBy(requests, ({ status }) => status)].map(([status, list]) => {
    const reasons = status === "rejected" ? reasonsOf(list) : [];
    return `${list.length} ${status}${reasons.length === 0 ? "" : ` (${reasons.join("; ")})`}`;
  });
  const kinds = [...Map.groupBy(requests, (request) => shapeOf(request, options)).values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_EXAMPLES)
    .map(([first]) => `"${excerpt(printable(oneLine(first?.subject ?? "")), 160)}"`);
  const targets = [...new Set(requests.map(({ target }) => target))].join(", ");
  const side = sideOf(newest, options) === "sent" ? `sent to ${targets}` : "received";
  return `- ${requests.length} ${side}, last ${newest.since.slice(0, 10)}: ${counts.join(", ")}; such as ${kinds.join(", ")}`;
}

/** A reason is shown as a whole or not at all. */
function reasonsOf(requests: readonly RequestState[]): readonly string[] {
  const reasons = new Set(requests.map(({ note }) => printable(oneLine(note ?? ""))));
  return [...reasons]
    .filter((reason) => reason !== "" && reason.length <= MAX_REASON)
    .slice(0, MAX_REASONS);
}
