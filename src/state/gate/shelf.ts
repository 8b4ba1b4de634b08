/** A text as numbers. */
export interface Row {
  /** Its words, each once. */
  readonly numbers: Int32Array;
  /** Equal for texts that name the same things. */
  readonly kin: number;
}

/** Texts laid end to end: walking through ten thousand objects takes ten times as long. */
export interface Shelf {
  /** Lays texts out. What they begin and end with in common with the ones before is moved as a whole. */
  lay(rows: readonly Row[]): void;
  /** Jaccard similarity of every text with one: its words as marks by number, and how many they are. */
  overlaps(marks: Uint8Array, size: number): Float64Array;
  kinAt(place: number): number;
}

/** An empty shelf. */
export function createShelf(): Shelf {
  let laid: readonly Row[] = [];
  let words = new Int32Array(1024);
  /** Where the words of each text end. */
  let ends = new Int32Array(64);
  let kins = new Int32Array(64);
  const endOf = (place: number) => (place < 0 ? 0 : (ends[place] ?? 0));
  /** Moves everything from one place on to another, and its words with it. */
  function move(from: number, to: number, by: number): void {
    const [start, end] = [endOf(from - 1), endOf(laid.length - 1)];
    words = atLeast(words, end + by);
    ends = atLeast(ends, laid.length + to - from);
    kins = atLeast(kins, laid.length + to - from);
    words.copyWithin(start + by, start, end);
    ends.copyWithin(to, from, laid.length);
    kins.copyWithin(to, from, laid.length);
    for (let place = to; place < laid.length + to - from; place++) ends[place] = endOf(place) + by;
  }
  return {
    lay(rows) {
      const { first, last } = difference(laid, rows);
      const added = rows.slice(first, rows.length - last);
      const room = added.reduce((sum, { numbers }) => sum + numbers.length, 0);
      const from = laid.length - last;
      move(from, first + added.length, endOf(first - 1) + room - endOf(from - 1));
      for (const [at, { numbers, kin }] of added.entries()) {
        const place = first + at;
        words.set(numbers, endOf(place - 1));
        ends[place] = endOf(place - 1) + numbers.length;
        kins[place] = kin;
      }
      laid = rows;
    },
    overlaps(marks, size) {
      const all = new Float64Array(laid.length);
      let at = 0;
      for (let place = 0; place < all.length; place++) {
        const [start, end] = [at, ends[place] ?? at];
        let shared = 0;
        for (; at < end; at++) shared += marks[words[at] ?? 0] ?? 0;
        all[place] = size === 0 ? 0 : shared / (size + (end - start) - shared);
      }
      return all;
    },
    kinAt: (place) => kins[place] ?? -1,
  };
}

/** How many members two lists have in common at their beginning, and then at their end. */
function difference(left: readonly Row[], right: readonly Row[]) {
  const least = Math.min(left.length, right.length);
  let first = 0;
  while (first < least && left[first] === right[first]) first++;
  let last = 0;
  while (last < least - first && left.at(-1 - last) === right.at(-1 - last)) last++;
  return { first, last };
}

function atLeast(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const larger = new Int32Array(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
