import { formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";
import { KEPT_LINE } from "../secrets.ts";

const present: Presenter<"ledger export"> = (output, terminal) => {
  const leftOut = Object.entries(output.left_out).map(([kind, n]) =>
    formatCount(n, `${kind} event`),
  );
  const notes = [
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(", ")} (--all includes them)`] : []),
    ...(output.ours > 0
      ? [`${formatCount(output.ours, "event")} in a form that only Holdall reads`]
      : []),
    ...(output.redacted > 0 ? [`${formatCount(output.redacted, "text")} redacted`] : []),
    ...(output.missing > 0 ? [`${formatCount(output.missing, "artifact")} missing`] : []),
  ];
  const what = `${formatCount(output.events, "event")} in ${formatCount(output.streams, "stream")}, ${formatCount(output.blobs, "blob")}`;
  return [
    `${terminal.style("green", "Exported")} ${terminal.path(output.out)} (${output.layout}: ${what})`,
    ...notes.map((note) => `  ${note}`),
    KEPT_LINE,
  ];
};

export default present;
