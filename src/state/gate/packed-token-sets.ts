/**
 * The token sets of many texts in one array. Every commit compares its text with all entries; walking through
 * ten thousand separate objects takes ten times as long as walking through one array.
 */
export interface PackedTokenSets<Item> {
  /** Stores the sets of a list. Those that the previous list had at its beginning and end are moved, not copied again. */
  set(items: readonly Item[]): void;
  /** Jaccard similarity of every set with one whose tokens are marked with 1 by number. */
  overlaps(marks: Uint8Array, size: number): Float64Array;
  /** The weights of the tokens of every set, by number, added up; a token that the array lacks has none. */
  sums(weights: Float64Array): Float64Array;
  /** In how many sets each token is, by number, for numbers below a limit. */
  counts(limit: number): Int32Array;
}

/** An empty store of the token sets that items have. */
export function createPackedTokenSets<Item>(
  tokensOf: (item: Item) => Int32Array,
): PackedTokenSets<Item> {
  let stored: readonly Item[] = [];
  let tokens = new Int32Array(1024);
  /** Where the tokens of each set end. */
  let ends = new Int32Array(64);
  const endOf = (index: number) => (index < 0 ? 0 : (ends[index] ?? 0));
  /** Moves the sets from one index on to another, and their tokens by an offset. */
  function move(from: number, to: number, offset: number): void {
    const start = endOf(from - 1);
    const end = endOf(stored.length - 1);
    const length = stored.length + to - from;
    tokens = growTo(tokens, end + offset);
    ends = growTo(ends, length);
    tokens.copyWithin(start + offset, start, end);
    ends.copyWithin(to, from, stored.length);
    for (let index = to; index < length; index++) ends[index] = endOf(index) + offset;
  }
  return {
    set(sets) {
      const { first, last } = commonEnds(stored, sets);
      const added = sets.slice(first, sets.length - last);
      const size = added.reduce((sum, set) => sum + tokensOf(set).length, 0);
      const from = stored.length - last;
      move(from, first + added.length, endOf(first - 1) + size - endOf(from - 1));
      for (const [offset, set] of added.entries()) {
        const index = first + offset;
        tokens.set(tokensOf(set), endOf(index - 1));
        ends[index] = endOf(index - 1) + tokensOf(set).length;
      }
      stored = sets;
    },
    overlaps(marks, size) {
      const overlaps = new Float64Array(stored.length);
      let at = 0;
      for (let index = 0; index < overlaps.length; index++) {
        const start = at;
        const end = ends[index] ?? at;
        let shared = 0;
        for (; at < end; at++) shared += marks[tokens[at] ?? 0] ?? 0;
        overlaps[index] = size === 0 ? 0 : shared / (size + (end - start) - shared);
      }
      return overlaps;
    },
    sums(weights) {
      const sums = new Float64Array(stored.length);
      let at = 0;
      for (let index = 0; index < sums.length; index++) {
        const end = ends[index] ?? at;
        let sum = 0;
        for (; at < end; at++) sum += weights[tokens[at] ?? 0] ?? 0;
        sums[index] = sum;
      }
      return sums;
    },
    counts(limit) {
      const counts = new Int32Array(limit);
      const end = endOf(stored.length - 1);
      for (let at = 0; at < end; at++) {
        const token = tokens[at] ?? 0;
        if (token < limit) counts[token] = (counts[token] ?? 0) + 1;
      }
      return counts;
    },
  };
}

/** How many members two lists have in common at their beginning, and then at their end. */
function commonEnds(left: readonly unknown[], right: readonly unknown[]) {
  const shorter = Math.min(left.length, right.length);
  let first = 0;
  while (first < shorter && left[first] === right[first]) first++;
  let last = 0;
  while (last < shorter - first && left.at(-1 - last) === right.at(-1 - last)) last++;
  return { first, last };
}

function growTo(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const larger = new Int32Array(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
