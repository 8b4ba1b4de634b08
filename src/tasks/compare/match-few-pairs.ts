/** Most equal pairs for which every pair is looked at; memory grows with them. */
const MAX_PAIRS = 4_000_000;
const NONE = -1;

/**
 * Finds a longest common series by looking at every pair of equal elements; false, without a match,
 * when there are too many of them.
 */
export function matchFewPairs(
  a: Int32Array,
  b: Int32Array,
  match: (x: number, y: number) => void,
): boolean {
  const places = placesOf(b);
  const pairs = countPairs(a, places);
  if (pairs > MAX_PAIRS) return false;
  const chain = createChain(pairs);
  // ends[n]: the pair that ends a common series of n + 1 elements earliest on the right.
  const ends: number[] = [];
  for (const [x, value] of a.entries()) {
    const found = places.get(value) ?? [];
    // From the right, so that one element on the left extends no series twice.
    for (let n = found.length - 1; n >= 0; n--) {
      const y = found[n] as number;
      const length = lengthBefore(ends, chain.y, y);
      const end = ends[length];
      if (end !== undefined && chain.y[end] === y) continue;
      ends[length] = chain.add(x, y, length === 0 ? NONE : (ends[length - 1] as number));
    }
  }
  for (let at = ends.at(-1) ?? NONE; at !== NONE; at = chain.before[at] as number) {
    match(chain.x[at] as number, chain.y[at] as number);
  }
  return true;
}

function placesOf(series: Int32Array): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (const [index, value] of series.entries()) {
    const known = places.get(value);
    if (known === undefined) places.set(value, [index]);
    else known.push(index);
  }
  return places;
}

function countPairs(series: Int32Array, places: ReadonlyMap<number, readonly number[]>): number {
  let pairs = 0;
  for (const value of series) pairs += places.get(value)?.length ?? 0;
  return pairs;
}

/** Pairs, each with the one before it in its series. */
function createChain(size: number) {
  const x = new Int32Array(size);
  const y = new Int32Array(size);
  const before = new Int32Array(size);
  let count = 0;
  return {
    x,
    y,
    before,
    add(left: number, right: number, previous: number): number {
      x[count] = left;
      y[count] = right;
      before[count] = previous;
      return count++;
    },
  };
}

/** How many elements the longest known series has that ends before `y` on the right. */
function lengthBefore(ends: readonly number[], rights: Int32Array, y: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rights[ends[middle] as number] as number) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}
