/** Hex digits from a source of random text. */
function hexDigits(random: () => string, count: number): string {
  let digits = "";
  for (let tries = 0; digits.length < count && tries < 100; tries++) {
    digits += random()
      .toLowerCase()
      .replace(/[^0-9a-f]/g, "");
  }
  return digits.slice(0, count).padEnd(count, "0");
}

/** A UUID of version 7: its time first, so that ids sort by it. */
export function uuidV7(random: () => string, now: Date): string {
  const time = now.getTime().toString(16).padStart(12, "0").slice(-12);
  const digits = hexDigits(random, 18);
  const rest = `${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6, 18)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest}`;
}

/** A UUID of version 4. */
export function uuidV4(random: () => string): string {
  const digits = hexDigits(random, 30);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(12, 15)}`];
  return [...parts, `8${digits.slice(15, 18)}`, digits.slice(18, 30)].join("-");
}

/** UUIDs of version 4 by number: their last digits count, and the others come from hex digits that one work shares. */
export function countedUuids(hex: string): (number: number) => string {
  const beginning = uuidV4(() => hex).slice(0, -COUNTED);
  return (number) => `${beginning}${number.toString(16).padStart(COUNTED, "0")}`;
}

const COUNTED = 12;
