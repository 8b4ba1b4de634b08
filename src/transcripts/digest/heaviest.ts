import type { Weighed } from "./condense.ts";

/** The weightiest statements within a length, in order. */
export function heaviest(statements: readonly Weighed[], max: number): readonly Weighed[] {
  const chosen = new Set<Weighed>();
  let left = max;
  for (const each of statements.toSorted((one, other) => other.weight - one.weight)) {
    if (each.text.length + 1 > left) continue;
    left -= each.text.length + 1;
    chosen.add(each);
  }
  return statements.filter((each) => chosen.has(each));
}
