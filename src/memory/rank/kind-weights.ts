/**
 * How much what is found counts by who or what it is from: what was said before what a program printed. Units,
 * entries and requests were written to be found. None is above 1, so that bounds of scores stay bounds.
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  assistant: 1,
  user: 0.8,
  summary: 0.75,
  error: 0.55,
  call: 0.45,
  thinking: 0.45,
  result: 0.3,
};

/** The weight of a passage of a kind; of a unit without one. */
export function weightOf(kind: string | null): number {
  return kind !== null && Object.hasOwn(WEIGHTS, kind) ? (WEIGHTS[kind] ?? 1) : 1;
}
