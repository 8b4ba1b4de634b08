import { printable } from "../../../base/text/text.ts";
import { columns } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";
import { numberRows } from "./import.ts";

const present: Presenter<"kit validate"> = (output, terminal) => {
  const { ok, format, bundle, replayable, edits, unfit } = output;
  const verdict = ok ? terminal.style("green", "Valid:") : terminal.style("red", "Not valid:");
  const rows = bundle === null ? [] : numberRows(bundle);
  for (const edit of edits) rows.push(["edited", printable(edit)]);
  for (const fault of unfit) rows.push(["incompatible", printable(fault)]);
  if (replayable) rows.push(["replay", "every past state can be rebuilt from this bundle"]);
  return [
    ...findingLines(output.findings, terminal),
    `${verdict} ${format ?? "unknown format"}`,
    ...columns(rows, terminal),
  ];
};

export default present;
