/** A text as numbers. */
export interface Row {
  /** Its words, each once. */
  readonly numbers: Int32Array;
  /** Equal for texts that name the same things. */
  readonly kin: number;
}

/** Texts laid end to end: walking through ten thousand objects takes ten times as long. */
export interface Shelf {
  /** Lays texts out; those that it begins with in common with the ones before stay where they are. */
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
  function put({ numbers, kin }: Row, place: number): void {
    const start = ends[place - 1] ?? 0;
    const end = start + numbers.length;
    if (end > words.length) words = grown(words, end);
    if (place >= ends.length) [ends, kins] = [grown(ends, place + 1), grown(kins, place + 1)];
    words.set(numbers, start);
    ends[place] = end;
    kins[place] = kin;
  }
  return {
    lay(rows) {
      let place = 0;
      while (place < rows.length && rows[place] === laid[place]) place++;
      for (const row of rows.slice(place)) put(row, place++);
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

function grown(numbers: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(least, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
