import type { Finding } from "../../../base/findings.ts";
import { formatBytes, formatCount } from "../../../base/format-count.ts";
import type { Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";

/** The result of unpacking or opening. */
export interface Output {
  readonly out: string;
  readonly format: string | null;
  readonly files: number;
  readonly bytes: number;
  readonly findings: readonly Finding[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  return unpackedLines("unpacked", output, terminal);
}

/** What came out of an archive or a seal. */
export function unpackedLines(done: string, output: Output, terminal: Terminal): string[] {
  const what = `${output.format ?? "no known format"}: ${terminal.path(output.out)}`;
  return [
    ...findingLines(output.findings, terminal),
    `${terminal.style("green", done)}  ${what} (${formatCount(output.files, "file")}, ${formatBytes(output.bytes)})`,
  ];
}
