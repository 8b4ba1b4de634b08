import type { Finding } from "../../../base/findings.ts";
import { formatCount } from "../../../base/format-count.ts";
import type { Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";

interface Output {
  readonly target: string;
  readonly copied_files: number;
  readonly verified_records: number;
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { ok, copied_files, verified_records, target, findings } = output;
  const records = `${formatCount(verified_records, "record")} can be read`;
  const said = ok
    ? `${terminal.style("green", "copied")}  ${formatCount(copied_files, "file")}, ${records}: ${terminal.path(target)}`
    : `${terminal.style("red", "not copied")}  ${records}`;
  return [...findingLines(findings, terminal), said];
}
