import { formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"sign"> = (output, terminal) => {
  return [
    `${terminal.style("green", "Signed")} ${formatCount(output.files, "file")} with ${output.key_type} ${output.fingerprint}`,
    `Signature: ${terminal.path(output.signature)}`,
  ];
};

export default present;
