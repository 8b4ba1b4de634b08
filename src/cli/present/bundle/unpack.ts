import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import type { Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"unpack" | "open">;

const present: Presenter<"unpack"> = (output, terminal) => {
  return unpackedLines("Unpacked", output, terminal);
};

export default present;

/** What came out of an archive or a seal. */
export function unpackedLines(done: string, output: Output, terminal: Terminal): string[] {
  const what = `${output.format === null ? "files of an unknown format" : output.format}: ${terminal.path(output.out)}`;
  return [
    ...findingLines(output.findings, terminal),
    `${terminal.style("green", done)} ${what} (${formatCount(output.files, "file")}, ${formatBytes(output.bytes)})`,
  ];
}
