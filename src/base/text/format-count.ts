// regex: it sees the digits of one number, at most 22 characters.
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;
const UNITS = ["KiB", "MiB", "GiB", "TiB"] as const;

/** An integer with a comma between thousands: "1,234,567". */
export function formatNumber(number: number): string {
  // Not `toLocaleString()`, whose tables cost a start milliseconds and depend on the machine.
  return String(number).replace(THOUSANDS, ",");
}

/** A number with the word for what it counts: "1 stream", "2,000 streams", "3 entries". */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`;
}

/** A number of bytes in the unit that reads best: "1 byte", "2.7 KiB", "12 MiB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = -1;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  if (unit === -1) return formatCount(bytes, "byte");
  return `${value.toFixed(1).replace(/\.0$/, "")} ${UNITS[unit]}`;
}
