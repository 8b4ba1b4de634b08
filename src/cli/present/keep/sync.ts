import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Copied = Shown<"keep sync">["received"];

/** What was copied in each direction, and what is now there twice. */
export const presentKeepSync: Presenter<"keep sync"> = (output, terminal) => {
  const { folder, received, sent, sessions, diverged, differing } = output;
  const other = printable(output.with);
  return [
    `${terminal.style("green", "United")} ${terminal.path(folder)} and ${other} (${formatCount(sessions, "session")})`,
    `  received ${copiedText(received)}; sent ${copiedText(sent)}`,
    ...diverged.map(
      ({ agent, id, heads }) =>
        `${agent} ${printable(id)} was continued on ${heads} machines: both are kept, see \`holdall keep list --all\``,
    ),
    ...differing.map(
      (chain) =>
        `${terminal.style("red", "✗")} Runs of machine ${chain} differ, and were not copied: sessions were removed in only one of the two backups; remove them in the other one, too`,
    ),
  ];
};

function copiedText({ runs, bytes }: Copied): string {
  return runs === 0 ? "nothing new" : `${formatCount(runs, "run")} (${formatBytes(bytes)})`;
}
