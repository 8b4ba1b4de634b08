import { useLayoutEffect, useRef } from "preact/hooks";
import { calendarCells, type ValuedDay } from "../../text/charts/calendar-cells.ts";

/** Days in a row, and how a value of them reads. */
interface CalendarProps {
  readonly label: string;
  readonly days: readonly ValuedDay[];
  readonly format: (value: number) => string;
}

const CELL = 13;
const STEP = 16;
const LEFT = 34;
const TOP = 18;
const WEEKDAYS = [
  ["Mon", 0],
  ["Wed", 2],
  ["Fri", 4],
] as const;
const LEVELS = [0, 1, 2, 3, 4];
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

/** A column for each week, a cell for each day: the darker, the more was done. */
export function Calendar({ label, days, format }: CalendarProps) {
  const cells = calendarCells(days);
  const scroll = useRef<HTMLDivElement>(null);
  // Where not all weeks fit, the newest are in view.
  useLayoutEffect(() => scroll.current?.scrollTo({ left: scroll.current.scrollWidth }), [days]);
  const weeks = (cells.at(-1)?.week ?? 0) + 1;
  const months = cells.filter(({ day, week }, at) => {
    return at === 0 || (day.day.endsWith("-01") && week > 1);
  });
  return (
    <figure class="calendar">
      <div ref={scroll} class="calendar-scroll" role="group" aria-label={label} tabIndex={0}>
        <svg
          width={LEFT + weeks * STEP}
          height={TOP + 7 * STEP}
          role="img"
          aria-label={describe(label, days, format)}
        >
          {months.map(({ day, week }) => (
            <text key={day.day} x={LEFT + week * STEP} y="12">
              {MONTH.format(new Date(day.day))}
            </text>
          ))}
          {WEEKDAYS.map(([name, row]) => (
            <text key={name} x="0" y={TOP + row * STEP + 11}>
              {name}
            </text>
          ))}
          {cells.map(({ day, week, weekday, level }) => (
            <rect
              key={day.day}
              class={`level-${level}`}
              x={LEFT + week * STEP}
              y={TOP + weekday * STEP}
              width={CELL}
              height={CELL}
              rx="3"
            >
              <title>{`${day.day}: ${day.total === 0 ? "nothing" : format(day.total)}`}</title>
            </rect>
          ))}
        </svg>
      </div>
      <figcaption class="quiet">
        <span>Less</span>
        <svg width={LEVELS.length * STEP} height={CELL} aria-hidden="true">
          {LEVELS.map((level) => (
            <rect
              key={level}
              class={`level-${level}`}
              x={level * STEP}
              width={CELL}
              height={CELL}
              rx="3"
            />
          ))}
        </svg>
        <span>More. Days are in UTC.</span>
      </figcaption>
    </figure>
  );
}

function describe(label: string, days: readonly ValuedDay[], format: CalendarProps["format"]) {
  const busy = days.filter(({ total }) => total > 0);
  const most = busy.reduce<ValuedDay | null>((best, day) => {
    return best === null || day.total > best.total ? day : best;
  }, null);
  const peak = most === null ? "" : `, most on ${most.day}: ${format(most.total)}`;
  return `${label}: ${busy.length} of ${days.length} days with activity${peak}`;
}
