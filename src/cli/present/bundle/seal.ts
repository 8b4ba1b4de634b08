import { formatBytes } from "../../../base/format-count.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly out: string;
  readonly format: string;
  readonly recipients: number;
  readonly bytes: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const who = `${output.recipients} recipient${output.recipients === 1 ? "" : "s"}`;
  return [
    `${terminal.style("green", "sealed")}  ${output.format} for ${who}: ${terminal.path(output.out)} (${formatBytes(output.bytes)})`,
  ];
}
