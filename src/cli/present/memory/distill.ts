import { formatCount } from "../../../base/format-count.ts";
import { printable } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory distill"> = ({ statements, stored }, terminal) => {
  if (statements.length === 0) return ["nothing in it reads like a decision, a rule or a fact"];
  return [
    ...statements.map(
      ({ kind, text }) => `${terminal.style("dim", kind.padEnd(10))}  ${printable(text)}`,
    ),
    ...(stored === 0 ? [] : [`${terminal.style("green", "kept")}  ${formatCount(stored, "unit")}`]),
  ];
};

export default present;
