import type { Finding } from "../../../base/findings.ts";
import { printable } from "../../../base/text.ts";
import { columns, type Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import { type BundleNumbers, numberRows } from "./import.ts";

interface Output {
  readonly ok: boolean;
  readonly format: string | null;
  readonly bundle: BundleNumbers | null;
  readonly replayable: boolean;
  readonly edits: readonly string[];
  readonly unfit: readonly string[];
  readonly findings: readonly Finding[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { ok, format, bundle, replayable, edits, unfit } = output;
  const verdict = ok ? terminal.style("green", "valid") : terminal.style("red", "not valid");
  const rows = bundle === null ? [] : numberRows(bundle);
  for (const edit of edits) rows.push(["by hand", printable(edit)]);
  for (const fault of unfit) rows.push(["unfit", printable(fault)]);
  if (replayable) rows.push(["replay", "every past state can be rebuilt from it"]);
  return [
    ...findingLines(output.findings, terminal),
    `${verdict}  ${format ?? "no known format"}`,
    ...columns(rows, terminal),
  ];
}
