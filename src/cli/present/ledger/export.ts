import { formatCount } from "../../../base/format-count.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly out: string;
  readonly layout: string;
  readonly events: number;
  readonly streams: number;
  readonly blobs: number;
  readonly left_out: Readonly<Record<string, number>>;
  readonly ours: number;
  readonly redacted: number;
  readonly missing: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
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
}
