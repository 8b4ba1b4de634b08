import type { ComponentChildren } from "preact";
import { ShowMore } from "./show-more.tsx";

/** A column of a table: its heading and what it shows of a row. */
export interface Column<Row> {
  readonly heading: string;
  /** Numbers are aligned at their end, so that they can be compared. */
  readonly isNumber?: boolean;
  /** Whether a row has a value for it; a column that has none for any row is left out. */
  readonly isKnown?: (row: Row) => boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

/** What a table shows. */
interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** More columns than this do not fit a narrow page: there, each row becomes a list of its values. */
const SIDE_BY_SIDE = 3;
/** Rows that are there at first, and how many more each time. */
const STEP = 200;

/** A table that scrolls by itself where the page is narrow. */
export function Table<Row>({ label, columns: all, rows }: TableProps<Row>) {
  const columns = all.filter(({ isKnown }) => isKnown === undefined || rows.some(isKnown));
  return (
    <div class="scroll" role="group" aria-label={label} tabIndex={0}>
      <ShowMore items={rows} step={STEP} noun={["row", "rows"]}>
        {(shown) => (
          <table class={columns.length > SIDE_BY_SIDE ? "grid stacking" : "grid"}>
            <thead>
              <tr>
                {columns.map(({ heading, isNumber }) => (
                  <th key={heading} scope="col" class={isNumber ? "amount" : ""}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row, at) => (
                <tr key={at}>
                  {columns.map(({ heading, isNumber, cell }) => (
                    <td key={heading} data-label={heading} class={isNumber ? "amount" : ""}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </ShowMore>
    </div>
  );
}
