import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";
import { KEPT_LINE } from "../secrets.ts";

const present: Presenter<"seal"> = (output, terminal) => {
  const who = formatCount(output.recipients, "recipient");
  return [
    `${terminal.style("green", "Sealed")} ${output.format} for ${who}: ${terminal.path(output.out)} (${formatBytes(output.bytes)})`,
    KEPT_LINE,
  ];
};

export default present;
