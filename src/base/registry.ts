/** One lazy import per name, so that nothing is loaded before it is needed. */
export type Registry<Item> = Readonly<Record<string, Loader<Item>>>;

/** Imports the module of an item. */
export type Loader<Item> = () => Promise<{ readonly default: Item }>;

/** The names of a registry, in its order. */
export function namesOf<Names extends string>(
  registry: Readonly<Record<Names, unknown>>,
): readonly Names[] {
  return Object.keys(registry) as Names[];
}

/** The known name that is closest to a mistyped one, if it is close enough to be what was meant. */
export function nearestName(mistyped: string, names: Iterable<string>): string | null {
  return nearestNames(mistyped, names)[0] ?? null;
}

/** The known names near enough to a mistyped one to be meant, the nearest first. */
export function nearestNames(mistyped: string, names: Iterable<string>): readonly string[] {
  // Half of a short word may differ from any other by chance, as "foo" does from "hook".
  const farthest = mistyped.length < 4 ? 1 : Math.max(2, Math.ceil(mistyped.length / 3));
  return (
    [...names]
      .map((name) => ({ name, distance: editDistance(mistyped.toLowerCase(), name.toLowerCase()) }))
      // A name of which no letter is left was not meant, however short it is.
      .filter(({ name, distance }) => distance <= farthest && distance < name.length)
      .toSorted((one, other) => one.distance - other.distance)
      .map(({ name }) => name)
  );
}

/** How many letters to add, drop, replace, or swap with their neighbour make one word of another. */
export function editDistance(left: string, right: string): number {
  if (Math.max(left.length, right.length) > 64) return Number.POSITIVE_INFINITY;
  let before: readonly number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1] ? 0 : 1;
      const isSwap = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      const plain = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      next.push(Math.min(plain, swapped));
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}
