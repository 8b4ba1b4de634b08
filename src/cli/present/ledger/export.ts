import { formatCount } from "../../../base/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"ledger export"> = (output, terminal) => {
  const leftOut = Object.entries(output.left_out).map(([kind, n]) =>
    formatCount(n, `${kind} event`),
  );
  const notes = [
    ...(leftOut.length > 0 ? [`left out: ${leftOut.join(", ")} (--all writes them)`] : []),
    ...(output.ours > 0
      ? [`${formatCount(output.ours, "event")} that only Holdall understands`]
      : []),
    ...(output.redacted > 0 ? [`${formatCount(output.redacted, "text")} redacted`] : []),
    ...(output.missing > 0 ? [`${formatCount(output.missing, "artifact")} missing`] : []),
  ];
  const what = `${formatCount(output.events, "event")} of ${formatCount(output.streams, "stream")}, ${formatCount(output.blobs, "blob")}`;
  return [
    `${terminal.style("green", "exported")}  ${terminal.path(output.out)} (${output.layout}): ${what}`,
    ...notes.map((note) => `  ${note}`),
  ];
};

export default present;
