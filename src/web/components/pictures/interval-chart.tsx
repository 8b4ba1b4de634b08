import type { RateData } from "../../page.ts";
import { formatPercent } from "../../text/format-scores.ts";

/** One line of a chart. */
interface ChartRow {
  readonly key: string;
  readonly label: string;
  readonly rate: RateData;
}

/** Lengths are percentages, so that the chart fits any width and its text keeps its size. */
const at = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`;

/** The lines of a chart; the first chart of a page explains its dots and bars. */
interface IntervalChartProps {
  readonly rows: readonly ChartRow[];
  readonly isExplained?: boolean;
}

/** Success rates with their intervals: a dot for what was seen, a bar for what it may be. */
export function IntervalChart({ rows, isExplained = false }: IntervalChartProps) {
  return (
    <figure class="chart">
      <ul>
        {rows.map(({ key, label, rate }) => (
          <li key={key}>
            <bdi class="label">{label}</bdi>
            <svg width="100%" height="24" role="img" aria-label={describe(rate)}>
              <line class="axis" x1="0%" x2="100%" y1="12" y2="12" />
              {[0, 0.25, 0.5, 0.75, 1].map((mark) => (
                <line key={mark} class="axis" x1={at(mark)} x2={at(mark)} y1="8" y2="16" />
              ))}
              <rect
                class="bar"
                x={at(rate.low)}
                width={at(rate.high - rate.low)}
                y="7"
                height="10"
                rx="5"
              />
              <circle class="dot" cx={at(rate.rate)} cy="12" r="5" />
            </svg>
            <span class="value">
              {formatPercent(rate.rate)}{" "}
              <span class="quiet">
                {rate.successes} of {rate.runs}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {isExplained && (
        <figcaption class="quiet">
          The dot is the share of successful runs, the bar its {formatPercent(0.95)} interval with
          the tasks as the sample, from 0 to {formatPercent(1)}.
        </figcaption>
      )}
    </figure>
  );
}

function describe({ rate, low, high }: RateData): string {
  return `${formatPercent(rate)} successful, interval ${formatPercent(low)} to ${formatPercent(high)}`;
}
