import { columns, type Terminal } from "../terminal.ts";

interface Output {
  readonly events: number;
  readonly tables: Readonly<Record<string, number>>;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const rows = Object.entries(output.tables).map(([name, n]) => [name, `${n} rows`] as const);
  return [
    ...columns(rows, terminal),
    `${terminal.style("green", "rebuilt")}  ${rows.length} tables from ${output.events} events`,
  ];
}
