/** The middle of a list of numbers; for an even count, the mean of the two in the middle. */
export function median(values) {
  values.sort();
  return values[Math.floor(values.length / 2)];
}
