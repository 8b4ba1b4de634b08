import type { Finding } from "../../../base/findings.ts";
import { formatCount } from "../../../base/format-count.ts";
import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";

interface Output {
  readonly ok: boolean;
  readonly dry_run: boolean;
  readonly lines: number;
  readonly good: number;
  readonly streams: number;
  readonly appended: number;
  readonly known: number;
  readonly opaque: number;
  readonly artifacts: number;
  readonly missing: number;
  readonly diverged: readonly { readonly stream: string; readonly history: string }[];
  readonly findings: readonly Finding[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  const facts = [
    `${formatCount(output.appended, "event")} of ${formatCount(output.streams, "stream")}`,
    ...(output.known > 0 ? [`${output.known} were there already`] : []),
    ...(output.opaque > 0 ? [`${output.opaque} not understood and kept as they are`] : []),
    formatCount(output.artifacts, "artifact"),
    ...(output.missing > 0 ? [`${formatCount(output.missing, "artifact")} missing`] : []),
  ];
  return [
    ...findingLines(output.findings, terminal),
    ...output.diverged.map(
      ({ stream, history }) =>
        `  ${printable(stream)} disagrees with ours and is kept as ${history}`,
    ),
    `${verdict(output, terminal)}  ${facts.join(", ")}`,
  ];
}

function verdict({ ok, dry_run, good }: Output, terminal: Terminal): string {
  if (!ok)
    return terminal.style(
      "red",
      `nothing imported (${formatCount(good, "event")} before the first fault)`,
    );
  return dry_run ? "would import" : terminal.style("green", "imported");
}
