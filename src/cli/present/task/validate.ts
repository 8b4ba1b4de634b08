import { countFindings, findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";
import { replayLines } from "./replay-lines.ts";

const present: Presenter<"task validate"> = (output, terminal) => {
  const verdict = output.valid
    ? terminal.style("green", "Valid task bundle")
    : terminal.style("red", "Not a valid task bundle");
  return [
    ...findingLines(
      output.issues.filter(({ code }) => code !== "W_NOT_REPLAYABLE"),
      terminal,
    ),
    `${verdict} (level ${output.level}, ${countFindings(output.issues)})`,
    ...replayLines(output, terminal),
  ];
};

export default present;
