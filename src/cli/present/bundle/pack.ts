import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";
import { KEPT_LINE } from "../secrets.ts";

const present: Presenter<"pack"> = (output, terminal) => {
  const size = `${formatCount(output.files, "file")}, ${formatBytes(output.bytes)}, compressed to ${formatBytes(output.packed_bytes)}`;
  return [
    `${terminal.style("green", "Packed")} ${output.format}: ${terminal.path(output.out)} (${size})`,
    KEPT_LINE,
  ];
};

export default present;
