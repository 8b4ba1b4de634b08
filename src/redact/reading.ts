/** A text read in another way, with the place of each character in the text as it was. */
export interface Reading {
  readonly text: string;
  /** The place in the original of the character at a place here; one more than the characters, for the end. */
  originOf(at: number): number;
}

/** A reading that is put together of lines of a text. */
interface ReadingInProgress {
  /** A part of the original, as it is, up to a line end. */
  add(from: number, to: number): void;
  /** The same without its escapes. */
  addUnescaped(from: number, to: number): void;
  end(): Reading;
}

type ReadEscape = (text: string, at: number) => { character: string; width: number };

const asItIs: ReadEscape = (text, at) => ({ character: text.charAt(at), width: 1 });

/** Begins a reading of a text. */
export function createReading(text: string, readEscape: ReadEscape = asItIs): ReadingInProgress {
  let clean = "";
  /** Where a stretch that is unchanged begins, here and in the original; two numbers for each. */
  const stretches: number[] = [];
  const add = (from: number, to: number) => {
    stretches.push(clean.length, from);
    clean += `${text.slice(from, to)}\n`;
  };
  return {
    add,
    addUnescaped: (from, to) => {
      let at = from;
      for (let next = text.indexOf("\\", at); next !== -1 && next < to; ) {
        const { character, width } = readEscape(text, next);
        stretches.push(clean.length, at);
        clean += text.slice(at, next) + character;
        at = next + width;
        next = text.indexOf("\\", at);
      }
      add(at, to);
    },
    end: () => ({ text: clean, originOf: (place) => originIn(stretches, place) }),
  };
}

/** The last stretch that begins at or before a place shows where in the original it is. */
function originIn(stretches: readonly number[], place: number): number {
  let low = 0;
  let high = stretches.length / 2 - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stretches[2 * middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  const [start = 0, origin = 0] = stretches.slice(2 * low, 2 * low + 2);
  return origin + place - start;
}
