import { formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";
import { replacedLines } from "../secrets.ts";

const present: Presenter<"memory export"> = (output, terminal) => {
  const { format, path, units, left_out } = output;
  const rest = left_out === 0 ? "" : `, without ${formatCount(left_out, "redacted unit")}`;
  return [
    `${terminal.style("green", "Exported")} ${formatCount(units, "unit")} as ${format} to ${terminal.path(path)}${rest}`,
    ...replacedLines(output.redactions),
  ];
};

export default present;
