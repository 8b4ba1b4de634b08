import { compareBytes } from "../../base/file-set.ts";
import { printable } from "../../base/text/text.ts";
import { daysBetween, normalTime } from "../workspace/time.ts";
import { sectionsOf } from "./markdown.ts";
import { verbatimOf } from "./outline.ts";

/** Something with a date. */
export interface DatedThing {
  /** Null if it has none. */
  readonly at: string | null;
  /** What happens then: it is due unless this says otherwise. */
  readonly what?: string;
  readonly about: string;
}

/** What a step of a project is on its day, and a decision on one that it names. When the day is over, it may be done. */
const PLANNED = "planned";
const NAMED = "on";
const mayBeDone = new Set([PLANNED, NAMED]);
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** What is overdue, due or over within the next days, by date. */
export function dateLines(
  dates: readonly DatedThing[],
  now: string,
  days: number,
): readonly string[] {
  return dates
    .flatMap(({ at, what = "due", about }) => (at === null ? [] : [{ at, what, about }]))
    .filter(({ at }) => daysBetween(now, at) <= days)
    .filter(({ at, what }) => !mayBeDone.has(what) || daysBetween(now, at) >= 0)
    .toSorted((a, b) => compareBytes(a.at, b.at) || compareBytes(a.about, b.about))
    .map(({ at, what, about }) => {
      const state = what === "due" && at < now ? "overdue since" : what;
      return `- ${weekdays[new Date(at).getUTCDay()]}, ${state} ${at.replace(/T00:00:00Z$/, "")}: ${about}`;
    });
}

/** A project with its dates. */
interface DatedProject {
  readonly path: string;
  readonly title: string;
  readonly due_at: string | null;
  readonly steps: readonly DatedStep[];
}

/** A step of a project with the day that it names. */
interface DatedStep {
  readonly day: string;
  readonly text: string;
}

/** When a project is due, and which of its steps have a day. */
export function projectDates({ path, title, due_at, steps }: DatedProject): readonly DatedThing[] {
  const about = `[${title}](${path})`;
  return [
    { at: due_at, about },
    ...steps.map(({ day, text }) => ({
      at: `${day}T00:00:00Z`,
      what: PLANNED,
      about: `${about}: ${text}`,
    })),
  ];
}

/** A day that a text names, for whatever it is about. */
export function namedDay(day: string, about: string): DatedThing {
  return { at: `${day}T00:00:00Z`, what: NAMED, about };
}

/** The days that a text names, each once. */
export function daysIn(text: string): readonly string[] {
  const days = text.match(DAY) ?? [];
  return [...new Set(days)].filter((day) => normalTime(`${day}T00:00:00Z`) !== null);
}

/** Sections that list what is to be done. */
const STEPS = /^(?:next steps?|milestones?|timeline|schedule|plan|dates|deadlines)$/i;
const DAY = /\b\d{4}-\d{2}-\d{2}\b/g;
/** Characters of a step that is repeated. */
const MAX_STEP = 200;

/**
 * Steps of a project that name a day: items directly below a heading that announces steps. A list with an introduction
 * is left where it is, because its items may mean something else without it.
 */
export function datedSteps(text: string): readonly DatedStep[] {
  return sectionsOf(verbatimOf(text, 1).text)
    .filter(({ heading }) => STEPS.test(heading.trim()))
    .filter(({ lines }) =>
      lines.every((line) => line.trim() === "" || /^(?:[-*+] |\d+[.)] |\s)/.test(line)),
    )
    .flatMap(({ lines }) => itemsOf(lines))
    .flatMap((item) => {
      const [day] = daysIn(item);
      const isShown = day !== undefined && item.length <= MAX_STEP;
      return isShown ? [{ day, text: printable(item) }] : [];
    });
}

/** Items of a list with what belongs to them, each on one line. */
function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^(?:[-*+]|\d+[.)]) (.*)/.exec(line)?.[1];
    if (item !== undefined) items.push(item.trim());
    else if (line.trim() !== "") items.push(`${items.pop() ?? ""} ${line.trim()}`.trim());
  }
  return items;
}
