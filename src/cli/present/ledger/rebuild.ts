import { columns, type Terminal } from "../../terminal.ts";
import { counted } from "../counted.ts";

interface Output {
  readonly events: number;
  readonly tables: Readonly<Record<string, number>>;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const rows = Object.entries(output.tables).map(([name, n]) => [name, counted(n, "row")] as const);
  return [
    ...columns(rows, terminal),
    `${terminal.style("green", "rebuilt")}  ${counted(rows.length, "table")} from ${counted(output.events, "event")}`,
  ];
}
