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

/** The beginning of a hash or an id, enough to tell it from others. */
export function shortId(id: string): string {
  return id.length > 12 && /^[0-9a-f-]+$/.test(id) ? id.slice(0, 12) : id;
}
