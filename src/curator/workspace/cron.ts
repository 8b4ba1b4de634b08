/** Schedules as in crontab: minute, hour, day of the month, month, day of the week; in UTC. */

import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";

/** A parsed schedule: the values that each field allows. */
export interface Cron {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** Whether either kind of day is enough, as in crontab when both are restricted. */
  readonly eitherDay: boolean;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Parses a schedule. */
export function parseCron(text: string): Cron {
  const fields = text.trim().split(/\s+/);
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = fields;
  if (fields.length !== 5) throw unusable(text);
  const field = (part: string, from: number, to: number) => parseField(part, { from, to, text });
  const weekdays = [...field(weekday, 0, 7)].map((each) => each % 7);
  return {
    minutes: field(minute, 0, 59),
    hours: field(hour, 0, 23),
    days: field(day, 1, 31),
    months: field(month, 1, 12),
    weekdays: new Set(weekdays),
    eitherDay: day !== "*" && weekday !== "*",
  };
}

/** Whether a text is a schedule. */
export function isCron(text: string): boolean {
  try {
    parseCron(text);
    return true;
  } catch (error) {
    if (error instanceof HoldallError) return false;
    throw error;
  }
}

/** The latest time of a schedule that is not after `now`; null if there is none in a year. */
export function latestDue(cron: Cron, now: Date): Date | null {
  let at = Math.floor(now.getTime() / MINUTE) * MINUTE;
  const end = at - 366 * DAY;
  while (at > end) {
    const date = new Date(at);
    if (!matchesDay(cron, date)) {
      at = Math.floor(at / DAY) * DAY - MINUTE; // The last minute of the day before.
      continue;
    }
    if (cron.hours.has(date.getUTCHours()) && cron.minutes.has(date.getUTCMinutes())) return date;
    at -= MINUTE;
  }
  return null;
}

function matchesDay({ days, weekdays, months, eitherDay }: Cron, date: Date): boolean {
  if (!months.has(date.getUTCMonth() + 1)) return false;
  const isDay = days.has(date.getUTCDate());
  const isWeekday = weekdays.has(date.getUTCDay());
  return eitherDay ? isDay || isWeekday : isDay && isWeekday;
}

interface Field {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function parseField(part: string, { from, to, text }: Field): ReadonlySet<number> {
  const values = new Set<number>();
  for (const item of part.split(",")) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(item);
    if (match === null) throw unusable(text);
    const [, low, high, step] = match;
    const first = low === undefined ? from : Number(low);
    const last =
      high !== undefined ? Number(high) : low === undefined || step !== undefined ? to : first;
    const by = step === undefined ? 1 : Number(step);
    if (first < from || last > to || first > last || by === 0) throw unusable(text);
    for (let value = first; value <= last; value += by) values.add(value);
  }
  return values;
}

function unusable(text: string): HoldallError {
  return new HoldallError(
    "E_SHAPE",
    `Cannot use "${excerpt(text)}" as a schedule: it is not a crontab expression`,
    {
      cure: "write five fields: minute, hour, day, month, weekday, as in 30 3 * * *",
    },
  );
}
