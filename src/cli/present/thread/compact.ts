import { printable } from "../../../base/text.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { checkpointLine } from "./checkpoint.ts";

type Output = Shown<"thread compact">;

const present: Presenter<"thread compact"> = (output, terminal) => {
  const { status, created, error } = output;
  const style = status === "failed" ? "red" : status === "completed" ? "green" : "dim";
  return [
    `${terminal.style(style, status)}${error === null ? "" : `  ${printable(error)}`}`,
    ...created.map((each) => `  ${checkpointLine(each)}`),
    ...(created.length === 0 ? plannedLines(output.planned) : []),
  ];
};

export default present;

/** The cuts that are due. */
export function plannedLines(planned: Output["planned"]): string[] {
  if (planned.length === 0) return ["  nothing is due"];
  return planned.map((cut) => `  due: message ${cut.target_message_ordinal}, #${cut.to_seq}`);
}
