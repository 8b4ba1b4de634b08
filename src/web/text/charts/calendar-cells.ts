/** A day with a value, such as how much was done on it. */
export interface ValuedDay {
  /** In UTC: "2026-03-01". */
  readonly day: string;
  readonly total: number;
}

/** A cell of a calendar: its column is the week, its row the day of the week, Monday first. */
export interface CalendarCell<Day> {
  readonly day: Day;
  readonly week: number;
  readonly weekday: number;
  /** 0 for nothing, 1 to 4 for how much it is beside the other days. */
  readonly level: number;
}

const LEVELS = 4;
const WEEK = 7;

/** Places consecutive days in a calendar. A few very busy days do not make all others look idle. */
export function calendarCells<Day extends ValuedDay>(
  days: readonly Day[],
): readonly CalendarCell<Day>[] {
  const busy = days
    .map(({ total }) => total)
    .filter((total) => total > 0)
    .sort((left, right) => left - right);
  const offset = days[0] === undefined ? 0 : weekdayOf(days[0].day);
  return days.map((day, at) => ({
    day,
    week: Math.floor((at + offset) / WEEK),
    weekday: (at + offset) % WEEK,
    level: day.total === 0 ? 0 : levelOf(day.total, busy),
  }));
}

/** By rank: a quarter of the busy days has each level. */
function levelOf(total: number, busy: readonly number[]): number {
  const rank = busy.findLastIndex((each) => each <= total) + 1;
  return Math.max(1, Math.ceil((rank / busy.length) * LEVELS));
}

function weekdayOf(day: string): number {
  return (new Date(day).getUTCDay() + WEEK - 1) % WEEK;
}
