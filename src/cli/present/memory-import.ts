import type { Finding } from "../../base/findings.ts";
import type { Terminal } from "../terminal.ts";
import { findingLines } from "./findings.ts";

interface Output {
  readonly layer: string;
  readonly read: number;
  readonly stored: number;
  readonly known: number;
  readonly reactivated: number;
  readonly findings: readonly Finding[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { layer, read, stored, known, reactivated, findings } = output;
  const counts = [
    `${stored} kept`,
    ...(known === 0 ? [] : [`${known} known already`]),
    ...(reactivated === 0 ? [] : [`${reactivated} hold again`]),
  ];
  const head = `${terminal.style("green", "imported")}  ${read} units from ${layer}: ${counts.join(", ")}`;
  return [head, ...findingLines(findings, terminal)];
}
