import { printable } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";
import { checkpointLine } from "./checkpoint.ts";
import { plannedLines } from "./compact.ts";

const present: Presenter<"thread schedule"> = (output, terminal) => {
  const { decision, created, error } = output;
  const style = decision === "failed" ? "red" : decision === "completed" ? "green" : "dim";
  return [
    `${terminal.style(style, decision)}${error === null ? "" : `  ${printable(error)}`}`,
    ...created.map((each) => `  ${checkpointLine(each)}`),
    ...(created.length === 0 ? plannedLines(output.planned) : []),
    terminal.style("dim", `  ${output.policy_id}`),
  ];
};

export default present;
