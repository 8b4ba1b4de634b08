import { formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory mark-used"> = ({ id, useful_count }, terminal) => {
  const times = formatCount(useful_count, "time");
  return [`${terminal.style("green", "Marked")} ${id.slice(0, 12)} as useful, ${times} so far`];
};

export default present;
