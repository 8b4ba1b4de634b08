import { comparableJson } from "../../base/json/canonical.ts";
import type { TrailLine } from "../../formats/state-codec.ts";

/** More differences than this are only counted: one changed line may shift thousands. */
const MAX_LISTED = 20;

/**
 * Compares the trail of a bundle with the one that its history gives, and describes every difference. The trail
 * explains why each entry is in force, so that a forged line is as bad as a forged entry.
 */
export function findTrailEdits(
  file: string,
  expected: readonly TrailLine[],
  actual: readonly TrailLine[],
): readonly string[] {
  const [wanted, present] = [expected, actual].map((lines) => lines.map(canonicalLine));
  if (wanted === undefined || present === undefined) return [];
  const missing = subtract(wanted, present).length;
  const added = subtract(present, wanted);
  const numbers = added.map((index) => actual[index]?.number || index + 1);
  const texts = numbers.map((number) => `line ${number} of ${file} is not in the history`);
  if (missing > 0) texts.push(`${file} lacks ${missing} of ${wanted.length} lines of the history`);
  if (texts.length > MAX_LISTED) {
    const more = texts.length - MAX_LISTED;
    return [...texts.slice(0, MAX_LISTED), `${file} has ${more} more differences`];
  }
  const isReordered = texts.length === 0 && wanted.some((line, at) => line !== present[at]);
  return isReordered ? [`the lines of ${file} are not in the order of the history`] : texts;
}

function canonicalLine({ value, text }: TrailLine): string {
  return value === null ? text : comparableJson(value);
}

/**
 * The indexes of lines that are in one list more often than in the other. As multisets: the same
 * line may occur several times.
 */
function subtract(lines: readonly string[], others: readonly string[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.flatMap((line, index) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left > 0 ? [] : [index];
  });
}
