import { formatBytes, formatCount } from "../../../base/format-count.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly out: string;
  readonly format: string;
  readonly files: number;
  readonly bytes: number;
  readonly packed_bytes: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const size = `${formatCount(output.files, "file")} and sums, ${formatBytes(output.bytes)} in ${formatBytes(output.packed_bytes)}`;
  return [
    `${terminal.style("green", "packed")}  ${output.format}: ${terminal.path(output.out)} (${size})`,
  ];
}
