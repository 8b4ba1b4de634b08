import { printable } from "../../../base/text/text.ts";
import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context identity sign"> = (
  { responsibility_id: id, approved_by: by, sha256, findings },
  terminal,
) => [
  `${terminal.style("green", "Signed")} the golden identity of ${id} as ${printable(by)} (${sha256.slice(0, 12)})`,
  ...findingLines(findings, terminal),
];

export default present;
