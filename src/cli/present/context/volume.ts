import { formatNumber } from "../../../base/format-count.ts";
import { printable } from "../../../base/text.ts";
import { columns } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context volume"> = (output, terminal) => {
  const { level, prominence_pct: prominence, previous_total: previous } = output;
  const rows: (readonly [string, string])[] = [
    ["volume", `${terminal.style(level, level)}, ${formatNumber(output.total_lines)} lines`],
    ["curated files", `${formatNumber(output.bundle_lines)} lines`],
    ["authored", `${formatNumber(output.authored_lines)} lines`],
    ["growth", previous === null ? "never published" : `${output.growth_pct.toFixed(2)} %`],
    ["critical workflows", prominence === null ? "none declared" : `${prominence.toFixed(1)} %`],
  ];
  const blocked = output.blocked;
  return [
    ...columns(rows, terminal),
    ...output.warnings.map((warning) => terminal.style("yellow", `! ${printable(warning)}`)),
    ...(blocked === null
      ? []
      : [terminal.style("red", `A refresh would be blocked: ${blocked.detail}`)]),
  ];
};

export default present;
