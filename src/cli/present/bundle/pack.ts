import type { Terminal } from "../../terminal.ts";
import { counted } from "../counted.ts";

interface Output {
  readonly out: string;
  readonly format: string;
  readonly files: number;
  readonly bytes: number;
  readonly packed_bytes: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const size = `${counted(output.files, "file")} and sums, ${sizeOf(output.bytes)} in ${sizeOf(output.packed_bytes)}`;
  return [
    `${terminal.style("green", "packed")}  ${output.format}: ${terminal.path(output.out)} (${size})`,
  ];
}

/** A number of bytes for people. */
export function sizeOf(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
