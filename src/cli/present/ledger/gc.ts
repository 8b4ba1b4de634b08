import { formatBytes, formatCount } from "../../../base/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"ledger gc"> = (output, terminal) => {
  const verb = output.dry_run ? "would remove" : terminal.style("green", "removed");
  return [
    ...output.removed.map((name) => `  ${name}`),
    `${verb}  ${formatCount(output.removed.length, "artifact")} (${formatBytes(output.bytes)}), ${output.kept} kept`,
  ];
};

export default present;
