import type { Finding } from "../../base/findings.ts";
import type { Terminal } from "../terminal.ts";
import { countFindings, findingLines } from "./findings.ts";

interface Output {
  readonly ok: boolean;
  readonly format: string | null;
  readonly profile: string;
  readonly summed: number | null;
  readonly signed_by: { readonly fingerprint: string; readonly principal: string | null } | null;
  readonly findings: readonly Finding[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  const lines = findingLines(output.findings, terminal);
  const verdict = output.ok ? terminal.style("green", "valid") : terminal.style("red", "not valid");
  const facts = [
    output.format ?? "no known format",
    output.profile,
    output.summed === null ? "no sums" : `${output.summed} files match their sums`,
    signer(output),
    countFindings(output.findings),
  ];
  return [...lines, `${verdict}  ${facts.filter((fact) => fact !== "").join(", ")}`];
}

function signer({ signed_by }: Output): string {
  if (signed_by === null) return "";
  return `signed by ${signed_by.principal ?? signed_by.fingerprint}`;
}
