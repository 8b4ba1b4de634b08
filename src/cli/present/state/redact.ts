import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly texts: readonly string[];
  readonly renderings: readonly string[];
  readonly also_in: readonly string[];
  readonly states: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { texts, renderings, also_in } = output;
  const lines = [
    `${terminal.style("green", "redacted")} ${texts.length} texts and ${renderings.length} renderings of them`,
    ...texts.map((name) => terminal.style("dim", `  ${name}`)),
  ];
  if (also_in.length === 0) return lines;
  return [
    ...lines,
    terminal.style("yellow", `the same words also stand in ${also_in.length} other texts:`),
    ...also_in.map((name) => `  ${name}`),
    "see them with `holdall artifact get`, remove them with --everywhere",
  ];
}
