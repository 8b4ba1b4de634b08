import { formatCount } from "../../../base/text/format-count.ts";
import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";
import { KEPT_LINE } from "../secrets.ts";
import { locationOf } from "./init.ts";

const present: Presenter<"ledger copy"> = (output, terminal) => {
  const verdict = output.ok
    ? terminal.style("green", "Copied and verified")
    : terminal.style("red", "Copied with errors:");
  const what = [
    `${formatCount(output.events, "event")} in ${formatCount(output.streams, "stream")}`,
    formatCount(output.texts, "text"),
    formatCount(output.artifacts, "artifact"),
  ].join(", ");
  return [
    ...findingLines(output.findings, terminal),
    `${verdict} ${locationOf(output.to, terminal)} (${what})`,
    KEPT_LINE,
  ];
};

export default present;
