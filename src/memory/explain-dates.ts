/**
 * Relative dates lose their meaning when a text is read later. Each is followed by the absolute
 * date in parentheses; the original words stay. The pattern skips what is explained already, so
 * that a second pass changes nothing.
 */

const DAY = 24 * 60 * 60 * 1000;
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const COUNTS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

const NUMBER = `a|an|\\d{1,3}|${COUNTS.join("|")}`;
const UNIT = "day|week|month|year";
/** A date that is explained already is followed by a year in parentheses. */
const RELATIVE = new RegExp(
  [
    "\\b(?:(?<word>today|tonight|yesterday|tomorrow)",
    `(?<ago>${NUMBER}) (?<past>${UNIT})s? ago`,
    `in (?<ahead>${NUMBER}) (?<future>${UNIT})s?`,
    `(?<side>last|next) (?<named>${WEEKDAYS.join("|")}|month|year))\\b(?! \\(\\d{4})`,
  ].join("|"),
  "gi",
);

/**
 * Adds the date to relative expressions, seen from a day (`2026-03-01`): "yesterday" becomes
 * "yesterday (2026-02-28)", so that the text means the same when it is read later.
 */
export function explainDates(text: string, day: string): string {
  const from = new Date(`${day}T00:00:00Z`);
  return text.replace(RELATIVE, (match: string, ...rest: unknown[]) => {
    const date = dateOf(groupsIn(rest), from);
    return date === null ? match : `${match} (${date})`;
  });
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The named groups are the last argument of a replacer. */
function groupsIn(rest: readonly unknown[]): Groups {
  const groups = rest.at(-1);
  return typeof groups === "object" && groups !== null ? { ...groups } : {};
}

const DAYS_BY_NAME: Readonly<Record<string, number>> = {
  today: 0,
  tonight: 0,
  yesterday: -1,
  tomorrow: 1,
};

function dateOf(
  { word, ago, past, ahead, future, side, named }: Groups,
  from: Date,
): string | null {
  if (word !== undefined) return shiftDate(from, DAYS_BY_NAME[word.toLowerCase()] ?? 0, "day");
  if (ago !== undefined) return shiftDate(from, -countOf(ago), past ?? "day");
  if (ahead !== undefined) return shiftDate(from, countOf(ahead), future ?? "day");
  const step = side?.toLowerCase() === "last" ? -1 : 1;
  const weekday = WEEKDAYS.indexOf(named?.toLowerCase() ?? "");
  if (weekday === -1) return shiftDate(from, step, named ?? "month");
  // Always a different day: "last Monday" on a Monday is seven days back.
  const apart = (step * (weekday - from.getUTCDay()) + 7) % 7 || 7;
  return shiftDate(from, step * apart, "day");
}

function countOf(text: string): number {
  const count = text.toLowerCase();
  if (count === "a" || count === "an") return 1;
  return COUNTS.includes(count) ? COUNTS.indexOf(count) + 1 : Number(count);
}

/** A shifted date, as precise as the unit: months and years have no day. */
function shiftDate(from: Date, count: number, unit: string): string | null {
  const name = unit.toLowerCase();
  if (name === "year") return String(from.getUTCFullYear() + count).padStart(4, "0");
  if (name === "month") {
    const date = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count));
    return date.toISOString().slice(0, 7);
  }
  const date = new Date(from.getTime() + count * (name === "week" ? 7 : 1) * DAY);
  return date.toISOString().slice(0, 10);
}
