/**
 * Aligns two series with the fewest insertions and deletions. Series with few equal pairs, such as
 * two runs that went different ways, are aligned pair by pair (Hunt and Szymanski, 1977), all others
 * by Myers' algorithm in linear space (1986), which is quick where much is equal. Values are compared
 * as integers: intern texts first.
 */
import { matchFewPairs } from "./match-few-pairs.ts";

/** How two series correspond. */
export interface Alignment {
  /** For each element on the left, the index of its partner on the right, or -1. */
  readonly partners: Int32Array;
  /** Whether the work ended early, so that there may be a longer alignment. */
  readonly isApproximate: boolean;
}

/** Most comparisons of one alignment: about two seconds of work. */
const MAX_WORK = 800_000_000;

/** Gives equal texts equal numbers, across everything that is asked of one interner. */
export function createInterner(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}

/** Aligns two series of interned values; partners rise on both sides. */
export function align(left: Int32Array, right: Int32Array, maxWork = MAX_WORK): Alignment {
  const partners = new Int32Array(left.length).fill(-1);
  // What the other side never has cannot be matched; leaving it out makes different series cheap.
  const lefts = indexesOf(left, valuesOf(right));
  const rights = indexesOf(right, valuesOf(left));
  const a = lefts.map((index) => left[index] ?? 0);
  const b = rights.map((index) => right[index] ?? 0);
  const match = (x: number, y: number) => {
    partners[lefts[x] ?? 0] = rights[y] ?? 0;
  };
  if (matchFewPairs(a, b, match)) return { partners, isApproximate: false };
  return { partners, isApproximate: matchRanges(a, b, maxWork, match) };
}

function valuesOf(series: Int32Array): ReadonlySet<number> {
  return new Set(series);
}

function indexesOf(series: Int32Array, wanted: ReadonlySet<number>): Int32Array {
  const indexes = new Int32Array(series.length);
  let count = 0;
  for (const [index, value] of series.entries()) if (wanted.has(value)) indexes[count++] = index;
  return indexes.subarray(0, count);
}

type Range = readonly [aLow: number, aHigh: number, bLow: number, bHigh: number];

/** Finds the matches of all ranges; returns whether some were given up. */
function matchRanges(
  a: Int32Array,
  b: Int32Array,
  maxWork: number,
  match: (x: number, y: number) => void,
): boolean {
  const search = createSnakeSearch(a, b, maxWork);
  // A stack instead of recursion: a hostile series could make it deep.
  const open: Range[] = [[0, a.length, 0, b.length]];
  let isApproximate = false;
  for (let range = open.pop(); range; range = open.pop()) {
    let [aLow, aHigh, bLow, bHigh] = range;
    while (aLow < aHigh && bLow < bHigh && a[aLow] === b[bLow]) match(aLow++, bLow++);
    while (aLow < aHigh && bLow < bHigh && a[aHigh - 1] === b[bHigh - 1]) match(--aHigh, --bHigh);
    if (aLow === aHigh || bLow === bHigh) continue;
    const middle = search([aLow, aHigh, bLow, bHigh]);
    if (middle === null) {
      isApproximate = true;
      continue;
    }
    const [x, y] = middle;
    open.push([x, aHigh, y, bHigh], [aLow, x, bLow, y]);
  }
  return isApproximate;
}

/**
 * Finds the point in which a shortest path through a range has its middle: searches from both ends
 * at once until the two meet. Null when the work is used up.
 */
function createSnakeSearch(a: Int32Array, b: Int32Array, maxWork: number) {
  const forward = new Int32Array(a.length + b.length + 3);
  const backward = new Int32Array(a.length + b.length + 3);
  let work = 0;
  return ([aLow, aHigh, bLow, bHigh]: Range): readonly [x: number, y: number] | null => {
    const n = aHigh - aLow;
    const m = bHigh - bLow;
    const delta = n - m;
    const isOdd = (delta & 1) !== 0;
    // Diagonal k is kept at k + m + 1: k runs from -m to n, with one place beyond on either side.
    const at = m + 1;
    forward[at + 1] = 0;
    backward[at + 1] = 0;
    for (let d = 0; d <= (n + m + 1) >> 1; d++) {
      const first = -d + 2 * Math.max(0, d - m);
      const last = d - 2 * Math.max(0, d - n);
      work += last - first;
      if (work > maxWork) return null;
      for (let k = first; k <= last; k += 2) {
        let x = nextX(forward, at + k, k, d);
        let y = x - k;
        while (x < n && y < m && a[aLow + x] === b[bLow + y]) {
          x++;
          y++;
        }
        forward[at + k] = x;
        const other = delta - k;
        if (isOdd && other > -d && other < d && x + (backward[at + other] ?? 0) >= n) {
          return [aLow + x, bLow + y];
        }
      }
      for (let k = first; k <= last; k += 2) {
        let x = nextX(backward, at + k, k, d);
        let y = x - k;
        while (x < n && y < m && a[aHigh - 1 - x] === b[bHigh - 1 - y]) {
          x++;
          y++;
        }
        backward[at + k] = x;
        const other = delta - k;
        if (!isOdd && other >= -d && other <= d && x + (forward[at + other] ?? 0) >= n) {
          return [aHigh - x, bHigh - y];
        }
      }
    }
    return null;
  };
}

/** How far the path of one more edit comes on a diagonal, before it follows equal elements. */
function nextX(reached: Int32Array, place: number, k: number, d: number): number {
  const below = reached[place - 1] as number;
  const above = reached[place + 1] as number;
  return k === -d || (k !== d && below < above) ? above : below + 1;
}
