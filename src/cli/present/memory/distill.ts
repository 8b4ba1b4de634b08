import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory distill"> = ({ statements, stored }, terminal) => {
  if (statements.length === 0) return ["The text contains no decision, rule or fact"];
  return [
    ...statements.map(
      ({ kind, text }) => `${terminal.style("dim", kind.padEnd(10))}  ${printable(text)}`,
    ),
    ...(stored === 0
      ? []
      : [`${terminal.style("green", "Stored")} ${formatCount(stored, "unit")}`]),
  ];
};

export default present;
