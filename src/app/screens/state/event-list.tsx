import { formatNumber } from "../../../base/text/format-count.ts";
import { Mark } from "../../../web/components/mark.tsx";
import { formatMoment } from "../../../web/text/format-time.ts";
import { eventLabel, eventLook, type TrailLine } from "./state-data.ts";

/** The events around the chosen one. */
interface EventListProps {
  readonly lines: readonly TrailLine[];
  readonly at: number;
  readonly onChoose: (seq: number) => void;
}

/** Rows that are listed around the chosen event. */
const AROUND = 20;

/** Events, newest first; each leads to the moment after it. */
export function EventList({ lines, at, onChoose }: EventListProps) {
  const chosen = lines.findIndex(({ seq }) => seq === at);
  const from = Math.max(0, chosen - AROUND);
  const shown = lines.slice(from, chosen + AROUND + 1).toReversed();
  return (
    <section class="part">
      <h2>Events</h2>
      <ol class="events">
        {shown.map((line) => (
          <li key={line.seq}>
            <button
              type="button"
              class="event-row"
              aria-current={line.seq === at ? "true" : undefined}
              onClick={() => onChoose(line.seq)}
            >
              <span class="number">{formatNumber(line.seq)}</span>
              <Mark look={eventLook(line)}>{eventLabel(line)}</Mark>
              <bdi class="event-text">{line.content ?? line.reason ?? line.id ?? ""}</bdi>
              <time class="quiet" dateTime={line.at}>
                {formatMoment(line.at)}
              </time>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
