import type { Finding } from "../../../base/findings.ts";
import { formatCount } from "../../../base/format-count.ts";
import type { Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import { locationOf } from "./init.ts";

interface Output {
  readonly ok: boolean;
  readonly to: string;
  readonly events: number;
  readonly streams: number;
  readonly texts: number;
  readonly artifacts: number;
  readonly findings: readonly Finding[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  const verdict = output.ok
    ? terminal.style("green", "copied and checked")
    : terminal.style("red", "copied, and the copy is not whole");
  const what = [
    `${formatCount(output.events, "event")} of ${formatCount(output.streams, "stream")}`,
    formatCount(output.texts, "text"),
    formatCount(output.artifacts, "artifact"),
  ].join(", ");
  return [
    ...findingLines(output.findings, terminal),
    `${verdict}  ${locationOf(output.to, terminal)}: ${what}`,
  ];
}
