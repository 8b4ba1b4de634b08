import { printable } from "../../../base/text/text.ts";

const MAX_CELL = 40;

/** Rows as aligned columns; the first row is the heading, and long cells are cut. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(shorten));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    }
  }
  return cells.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function shorten(text: string): string {
  const shown = printable(text.replaceAll(/\s+/g, " "));
  return shown.length > MAX_CELL ? `${shown.slice(0, MAX_CELL - 1)}…` : shown;
}
