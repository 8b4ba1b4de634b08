import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import { wrap } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"okf qualify"> = ({ lines, opaque, damaged }, terminal) => {
  const trail = lines.flatMap(({ ts, action, entry_id = "", reason = "", signals = {} }) => {
    const numbers = Object.entries(signals).map(([name, value]) => `${name} ${value}`);
    const why = [reason, ...numbers].filter((each) => each !== "").join(", ");
    const head = `${printable(ts)}  ${action.padEnd(10)}  ${printable(entry_id)}`;
    const rest = wrap(printable(why), terminal.width - 4).map((line) => `    ${line}`);
    return [head, ...(why === "" ? [] : rest.map((line) => terminal.style("dim", line)))];
  });
  const invalid = `${formatCount(opaque, "line")} could not be read; see \`holdall verify\``;
  return [...(trail.length === 0 ? ["No decision matches"] : trail), ...(damaged ? [invalid] : [])];
};

export default present;
