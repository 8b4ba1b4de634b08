import { formatNumber } from "../../../base/text/format-count.ts";
import type { MarkLook } from "../mark.tsx";

/** A moment among the events of a history. */
interface EventSliderProps {
  readonly value: number;
  /** Number of the newest event; the oldest is 0. */
  readonly newest: number;
  /** What is known of the events, drawn above the slider. */
  readonly marks: readonly { readonly seq: number; readonly look: MarkLook }[];
  readonly onChange: (seq: number) => void;
}

/** Chooses an event: by dragging, by the arrow keys, Home and End, or one step at a time. */
export function EventSlider({ value, newest, marks, onChange }: EventSliderProps) {
  const place = (seq: number) => `${newest === 0 ? 0 : (seq / newest) * 100}%`;
  const step = (by: number) => onChange(Math.max(0, Math.min(newest, value + by)));
  return (
    <div class="event-slider">
      <button type="button" disabled={value === 0} onClick={() => step(-1)} aria-label="Earlier">
        <span aria-hidden="true">←</span>
      </button>
      <div class="slider-track">
        <svg width="100%" height="14" aria-hidden="true">
          {marks.map(({ seq, look }) => (
            <line key={seq} class={`tick ${look}`} x1={place(seq)} x2={place(seq)} y1="2" y2="14" />
          ))}
        </svg>
        <input
          type="range"
          min={0}
          max={newest}
          value={value}
          aria-label="Event"
          aria-valuetext={`Event ${formatNumber(value)} of ${formatNumber(newest)}`}
          onInput={(event) => onChange(Number(event.currentTarget.value))}
        />
      </div>
      <button type="button" disabled={value === newest} onClick={() => step(1)} aria-label="Later">
        <span aria-hidden="true">→</span>
      </button>
    </div>
  );
}
