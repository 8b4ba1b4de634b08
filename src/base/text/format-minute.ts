/** A time to the minute, in UTC as everywhere in the product: "2026-01-31 08:00". */
export function formatMinute(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}
