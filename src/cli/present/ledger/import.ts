import { formatCount } from "../../../base/format-count.ts";
import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"ledger import">;

const present: Presenter<"ledger import"> = (output, terminal) => {
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
};

export default present;

function verdict({ ok, dry_run, good }: Output, terminal: Terminal): string {
  if (!ok)
    return terminal.style(
      "red",
      `nothing imported (${formatCount(good, "event")} before the first fault)`,
    );
  return dry_run ? "would import" : terminal.style("green", "imported");
}
