import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import { countFindings, findingLines } from "../findings.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Recomputed = NonNullable<Shown<"ledger verify">["workspace"]["recomputed"]>;

const present: Presenter<"ledger verify"> = (output, terminal) => {
  const { workspace } = output;
  const { recomputed } = workspace;
  const scope = `${formatCount(workspace.events, "event")} in ${formatCount(workspace.streams, "stream")}`;
  const verdict = output.ok
    ? `${terminal.style("green", "OK")}  ${scope}; the ledger is intact`
    : `${terminal.style("red", "FAILED")}  ${scope}; ${countFindings(output.findings)}`;
  const checked = [
    formatCount(workspace.texts, "text"),
    ...(workspace.redacted > 0 ? [`${formatNumber(workspace.redacted)} redacted`] : []),
    formatCount(workspace.artifacts, "artifact"),
    formatCount(workspace.projections, "group of derived tables", "groups of derived tables"),
    ...(recomputed ? [recomputedText(recomputed)] : []),
    ...(output.ok && output.findings.length > 0 ? [countFindings(output.findings)] : []),
  ];
  const wrong = workspace.first_wrong;
  const { against } = workspace;
  return [
    ...findingLines(output.findings, terminal),
    verdict,
    terminal.style("dim", `    Checked the log of the workspace, ${checked.join(", ")}`),
    ...(against?.same
      ? [`    Nothing changed in the ${formatCount(against.events, "event")} of ${against.at}`]
      : []),
    ...(wrong ? [`    First error: event ${wrong.seq} of ${printable(wrong.stream)}`] : []),
  ];
};

export default present;

function recomputedText({ same, different }: Recomputed): string {
  const total = same + different;
  return total === 0 ? "no recorded compiles" : `${same} of ${total} compiles reproduced`;
}
