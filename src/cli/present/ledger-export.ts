import type { Terminal } from "../terminal.ts";

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
  const leftOut = Object.entries(output.left_out).map(([kind, n]) => `${n} ${kind} events`);
  const notes = [
    ...(leftOut.length > 0 ? [`left out: ${leftOut.join(", ")} (--all writes them)`] : []),
    ...(output.ours > 0 ? [`${output.ours} events that only Holdall understands`] : []),
    ...(output.redacted > 0 ? [`${output.redacted} texts are redacted`] : []),
    ...(output.missing > 0 ? [`${output.missing} artifacts are missing`] : []),
  ];
  const what = `${output.events} events of ${output.streams} streams, ${output.blobs} blobs`;
  return [
    `${terminal.style("green", "exported")}  ${terminal.path(output.out)} (${output.layout}): ${what}`,
    ...notes.map((note) => `  ${note}`),
  ];
}
