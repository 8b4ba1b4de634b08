/** A day with the parts of its value. */
interface BarDay {
  readonly day: string;
  readonly total: number;
  readonly parts: readonly { readonly agent: string; readonly value: number }[];
}

/** Days in a row, how a value of them reads, and the colour and name of each part. */
interface DayBarsProps {
  readonly label: string;
  readonly days: readonly BarDay[];
  /** The first and the last day. */
  readonly ends: readonly [first: string, last: string];
  readonly format: (value: number) => string;
  readonly hueOf: (agent: string) => number;
  readonly nameOf: (agent: string) => string;
}

const HEIGHT = 160;
/** The share of its day that a bar takes. */
const WIDTH = 0.8;

/** A bar for each day, its parts above each other. Lengths are percentages, so that it fits any width. */
export function DayBars({ label, days, ends: [first, last], format, hueOf, nameOf }: DayBarsProps) {
  const largest = Math.max(...days.map(({ total }) => total), 0);
  const step = 100 / Math.max(1, days.length);
  return (
    <figure class="day-bars">
      <p class="quiet day-bars-top">{largest === 0 ? "Nothing" : format(largest)}</p>
      <svg width="100%" height={HEIGHT} role="img" aria-label={label}>
        {[0, 0.5].map((share) => (
          <line
            key={share}
            class="axis"
            x1="0%"
            x2="100%"
            y1={share * HEIGHT}
            y2={share * HEIGHT}
          />
        ))}
        <line class="axis" x1="0%" x2="100%" y1={HEIGHT} y2={HEIGHT} />
        {days.map(({ day, parts }, at) => {
          let top = HEIGHT;
          return parts.map(({ agent, value }) => {
            const height = (value / largest) * HEIGHT;
            top -= height;
            return (
              <rect
                key={`${day}/${agent}`}
                class="agent-fill"
                style={{ "--hue": String(hueOf(agent)) }}
                x={`${(at + (1 - WIDTH) / 2) * step}%`}
                y={top}
                width={`${WIDTH * step}%`}
                height={height}
              >
                <title>{`${day}, ${nameOf(agent)}: ${format(value)}`}</title>
              </rect>
            );
          });
        })}
      </svg>
      <p class="quiet day-bars-days">
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </figure>
  );
}
