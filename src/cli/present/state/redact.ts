import type { Presenter } from "../presenter.ts";

const present: Presenter<"state redact"> = (output, terminal) => {
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
};

export default present;
