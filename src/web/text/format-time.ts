const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago a time was, in the unit that reads best; a date once that is longer than a month. */
export function formatAgo(time: string, now: string): string {
  const ms = Date.parse(now) - Date.parse(time);
  if (Number.isNaN(ms)) return time;
  if (ms < MINUTE) return "just now";
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`;
  if (ms < 30 * DAY) return `${Math.floor(ms / DAY)} d ago`;
  return time.slice(0, 10);
}

/** A moment to the second, in UTC, as a reader compares it: "2026-03-01 12:00:05". */
export function formatMoment(time: string): string {
  return time.slice(0, 19).replace("T", " ");
}

/** A moment that is known in milliseconds. */
export function formatMilliseconds(ms: number): string {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15
    ? formatMoment(new Date(ms).toISOString()).slice(0, 16)
    : "unknown";
}

/** The beginning of a hash or an id, enough to distinguish it from others. */
export function shortId(id: string): string {
  return id.length > 12 && /^[0-9a-f-]+$/.test(id) ? id.slice(0, 12) : id;
}
