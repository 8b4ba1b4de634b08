/** Code points whose characters take two columns of a terminal: East Asian scripts and pictures, first and last. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23f3],
  [0x2600, 0x27bf],
  [0x2b1b, 0x2b55],
  [0x2e80, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1f000, 0x1faff],
  [0x20000, 0x3fffd],
];

/**
 * At most so many columns of a line; a cut is marked at the end. What a terminal may show in one column or in two
 * counts as two: a line that is too short does no harm, one that wraps spoils what is drawn over it.
 */
export function fitColumns(line: string, columns: number): string {
  let used = 0;
  let lineBeforeMark = "";
  for (const character of line) {
    used += widthOf(character);
    if (used > columns) return `${lineBeforeMark}…`;
    if (used < columns) lineBeforeMark += character;
  }
  return line;
}

/** How many columns of a terminal a line takes. */
export function columnsOf(line: string): number {
  let columns = 0;
  for (const character of line) columns += widthOf(character);
  return columns;
}

/** A line with spaces after it, so that it takes so many columns; a longer one stays as it is. */
export function padColumns(line: string, columns: number): string {
  return line + " ".repeat(Math.max(0, columns - columnsOf(line)));
}

function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}
