import { columnsOf, fitColumns, padColumns } from "../../../base/text/fit-columns.ts";
import { printable } from "../../../base/text/text.ts";

const MAX_CELL = 40;
/** A narrower cell would say nothing. */
const MIN_CELL = 8;
const GAP = "  ";

/** How a table fits into its place. */
interface TableFit {
  /** The most columns of a row; null where rows may have any length. */
  readonly width: number | null;
  /** The columns that become narrower, the first one first. */
  readonly shrink: readonly number[];
}

/** Rows as aligned columns; the first row is the heading, and long cells are cut. */
export function tableLines(
  rows: readonly (readonly string[])[],
  { width, shrink }: TableFit,
): string[] {
  const cells = rows.map((row) => row.map((text) => printable(text.replaceAll(/\s+/g, " "))));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, Math.min(columnsOf(cell), MAX_CELL));
    }
  }
  if (width !== null && narrow(widths, shrink, width) > 0) return stackedLines(cells);
  return cells.map((row) =>
    row
      .map((cell, index) => padColumns(fitColumns(cell, widths[index] ?? 0), widths[index] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** Rows that are too long for their place, one below the other: number and name, then each value with its heading. */
function stackedLines([heading = [], ...rows]: readonly (readonly string[])[]): string[] {
  return rows.flatMap(([number = "", name = "", ...values]) => {
    const facts = values.map((value, at) => `${heading[at + 2] ?? ""} ${value}`);
    return [`${number}  ${name}`, `   ${facts.join(", ")}`];
  });
}

/** Takes from some columns what a row is too long; returns what is left of that. */
function narrow(widths: number[], shrink: readonly number[], width: number): number {
  let excess = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length) - width;
  for (const column of shrink) {
    const taken = Math.min(Math.max(0, excess), Math.max(0, (widths[column] ?? 0) - MIN_CELL));
    widths[column] = (widths[column] ?? 0) - taken;
    excess -= taken;
  }
  return excess;
}
