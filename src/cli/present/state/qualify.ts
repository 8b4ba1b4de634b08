import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";
import { compareText } from "./compare-text.ts";

const present: Presenter<"qualify"> = (output, terminal) => {
  const { admitted, decision, reason, slot, matched, signals } = output;
  const where = slot === null ? "" : ` into ${excerpt(slot)}`;
  const which = matched === null ? "" : ` (${excerpt(matched.id)})`;
  return [
    `${terminal.style(admitted ? "green" : "yellow", decision)}${where}: ${reason}${which}, confidence ${shown(output.confidence)}${compareText(output.compare)}`,
    ...signals.map(({ name, passed, value, threshold }) => {
      const mark = passed ? "passes" : "fails";
      return terminal.style(
        "dim",
        `  ${name.padEnd(12)} ${shown(value)} ${mark} ${shown(threshold)}`,
      );
    }),
  ];
};

export default present;

function shown(value: unknown): string {
  return typeof value === "number" ? value.toFixed(3) : "?";
}
