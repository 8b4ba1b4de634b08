import { formatBytes, formatCount, formatNumber } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"ledger gc"> = (output, terminal) => {
  const verb = output.dry_run ? "Would remove" : terminal.style("green", "Removed");
  return [
    ...output.removed.map((name) => `  ${name}`),
    `${verb} ${formatCount(output.removed.length, "unused artifact")} (${formatBytes(output.bytes)}); ${formatNumber(output.kept)} kept`,
  ];
};

export default present;
