import { formatCount } from "../../../base/format-count.ts";
import { printable } from "../../../base/text.ts";
import { countFindings, findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"ledger verify"> = (output, terminal) => {
  const { workspace } = output;
  const { recomputed } = workspace;
  const verdict = output.ok ? terminal.style("green", "whole") : terminal.style("red", "not whole");
  const facts = [
    `${formatCount(workspace.events, "event")} in ${formatCount(workspace.streams, "stream")}`,
    formatCount(workspace.texts, "text"),
    ...(workspace.redacted > 0 ? [`${formatCount(workspace.redacted, "text")} redacted`] : []),
    formatCount(workspace.artifacts, "artifact"),
    formatCount(workspace.projections, "projection"),
    ...(recomputed
      ? [`${recomputed.same} of ${recomputed.same + recomputed.different} compiles the same`]
      : []),
    countFindings(output.findings),
  ];
  const wrong = workspace.first_wrong;
  return [
    ...findingLines(output.findings, terminal),
    `${verdict}  ${facts.join(", ")}`,
    ...(wrong ? [`first wrong: event ${wrong.seq} of ${printable(wrong.stream)}`] : []),
  ];
};

export default present;
