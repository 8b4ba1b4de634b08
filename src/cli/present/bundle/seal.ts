import { formatBytes } from "../../../base/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"seal"> = (output, terminal) => {
  const who = `${output.recipients} recipient${output.recipients === 1 ? "" : "s"}`;
  return [
    `${terminal.style("green", "sealed")}  ${output.format} for ${who}: ${terminal.path(output.out)} (${formatBytes(output.bytes)})`,
  ];
};

export default present;
