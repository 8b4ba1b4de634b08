import { formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"state redact"> = (output, terminal) => {
  const { texts, renderings, also_in } = output;
  const lines = [
    `${terminal.style("green", "Redacted")} ${formatCount(texts.length, "text")} and ${formatCount(renderings.length, "rendering")} of them`,
    ...texts.map((name) => terminal.style("dim", `  ${name}`)),
  ];
  if (also_in.length === 0) return lines;
  return [
    ...lines,
    terminal.style(
      "yellow",
      `The same words are also in ${formatCount(also_in.length, "other text")}:`,
    ),
    ...also_in.map((name) => `  ${name}`),
    "To see one: holdall artifact get ID. To remove them too: --everywhere",
  ];
};

export default present;
