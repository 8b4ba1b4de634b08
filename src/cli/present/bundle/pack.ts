import { formatBytes, formatCount } from "../../../base/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"pack"> = (output, terminal) => {
  const size = `${formatCount(output.files, "file")} and sums, ${formatBytes(output.bytes)} in ${formatBytes(output.packed_bytes)}`;
  return [
    `${terminal.style("green", "packed")}  ${output.format}: ${terminal.path(output.out)} (${size})`,
  ];
};

export default present;
