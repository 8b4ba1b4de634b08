import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"ledger recover"> = ({ ended }, terminal) => {
  if (ended.length === 0) return ["Nothing to recover"];
  return [
    ...ended.map(({ name, kind }) => `  ${kind}  ${printable(name)}`),
    `${terminal.style("green", "Ended")} ${formatCount(ended.length, "abandoned run or job", "abandoned runs and jobs")}`,
  ];
};

export default present;
