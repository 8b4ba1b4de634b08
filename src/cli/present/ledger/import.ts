import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"ledger import">;

const present: Presenter<"ledger import"> = (output, terminal) => {
  const facts = [
    `${formatCount(output.appended, "event")} in ${formatCount(output.streams, "stream")}`,
    ...(output.known > 0 ? [`${formatNumber(output.known)} were already present`] : []),
    ...(output.opaque > 0
      ? [`${formatNumber(output.opaque)} of an unknown type, kept unchanged`]
      : []),
    formatCount(output.artifacts, "artifact"),
    ...(output.missing > 0 ? [`${formatCount(output.missing, "artifact")} missing`] : []),
  ];
  return [
    ...findingLines(output.findings, terminal),
    ...output.diverged.map(
      ({ stream, history }) =>
        `  ${printable(stream)} differs from the stream in this workspace; kept separately as ${history}`,
    ),
    `${verdict(output, terminal)} ${facts.join(", ")}`,
  ];
};

export default present;

function verdict({ ok, dry_run, good }: Output, terminal: Terminal): string {
  if (!ok)
    return terminal.style(
      "red",
      `Imported nothing (${formatCount(good, "event")} before the first error).`,
    );
  return dry_run ? "Would import" : terminal.style("green", "Imported");
}
