import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly format: string;
  readonly path: string;
  readonly units: number;
  readonly left_out: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { format, path, units, left_out } = output;
  const rest = left_out === 0 ? "" : `, ${left_out} redacted left out`;
  return [
    `${terminal.style("green", "wrote")}  ${terminal.path(path)}: ${units} units as ${format}${rest}`,
  ];
}
