import type { ComponentChildren } from "preact";

/** A column of a table: its heading and what it shows of a row. */
export interface Column<Row> {
  readonly heading: string;
  /** Numbers are aligned at their end, so that they can be compared. */
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

/** What a table shows. */
interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** A table that scrolls by itself where the page is narrow. */
export function Table<Row>({ label, columns, rows }: TableProps<Row>) {
  return (
    <div class="scroll" role="group" aria-label={label} tabIndex={0}>
      <table class="grid">
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
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map(({ heading, isNumber, cell }) => (
                <td key={heading} class={isNumber ? "amount" : ""}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
