/** A value and the largest value beside it. */
interface BarProps {
  readonly value: number | null;
  readonly largest: number;
  readonly text: string;
}

/** A number with a bar that makes it comparable with its neighbours. */
export function Bar({ value, largest, text }: BarProps) {
  const share = value === null || largest <= 0 ? 0 : Math.max(0, Math.min(1, value / largest));
  return (
    <span class="bar-cell">
      <span>{text}</span>
      <svg width="100%" height="4" aria-hidden="true">
        <rect class="bar" x="0%" width={`${share * 100}%`} height="4" rx="2" />
      </svg>
    </span>
  );
}
