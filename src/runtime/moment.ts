import { HoldallError } from "../base/errors.ts";

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = {
  min: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
  y: 365 * DAY_MS,
};

/**
 * A moment as people write it: `today` and `yesterday` (their beginning, in local time), an age such as `90min`,
 * `6h`, `2d`, `3w` or `1y`, a local date, or a time with its zone. Null for any other text.
 */
export function readMoment(input: string, now: Date): Date | null {
  const text = input.trim().toLowerCase();
  if (text === "now") return now;
  if (text === "today") return startOfDay(now, 0);
  if (text === "yesterday") return startOfDay(now, 1);
  const [, count = "", unit = ""] = /^(\d{1,5})(min|h|d|w|y)$/.exec(text) ?? [];
  const step = UNITS[unit];
  if (step !== undefined) return new Date(now.getTime() - Number(count) * step);
  // A date alone would be read as midnight in Greenwich.
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const time = /^\d{4}-\d\d-\d\d/.test(text)
    ? Date.parse(isDate ? `${text}T00:00` : input)
    : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time);
}

/** The same up to which something counts: a day counts to its end. */
export function readEnd(input: string, now: Date): Date | null {
  const moment = readMoment(input, now);
  const isDay = /^(?:today|yesterday|\d{4}-\d\d-\d\d)$/i.test(input.trim());
  return moment !== null && isDay ? new Date(boundsOfDay(moment)[1].getTime() - 1) : moment;
}

/** A moment as people write it; refuses any other text. */
export function parseMoment(input: string, now: Date): Date {
  const moment = readMoment(input, now);
  if (moment !== null) return moment;
  throw new HoldallError("E_USAGE", `Cannot understand the time "${input}"`, {
    cure: "for example yesterday, 2d, 6h, 2026-01-31 or 2026-01-31T08:00Z",
  });
}

/** When the local day of a moment begins, and when the next one does. */
export function boundsOfDay(moment: Date): readonly [Date, Date] {
  return [startOfDay(moment, 0), startOfDay(moment, -1)];
}

function startOfDay(now: Date, daysAgo: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
}
