import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import { columns } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";
import { withMeaning } from "./mandate.ts";

const present: Presenter<"context volume"> = (output, terminal) => {
  const { level, prominence_pct: prominence, previous_total: previous } = output;
  const rows: (readonly [string, string])[] = [
    ["volume", `${terminal.style(level, level)}, ${formatCount(output.total_lines, "line")}`],
    ["curated files", formatCount(output.bundle_lines, "line")],
    ["authored", formatCount(output.authored_lines, "line")],
    ["growth", previous === null ? "never published" : `${output.growth_pct.toFixed(2)} %`],
    ["critical workflows", prominence === null ? "none declared" : `${prominence.toFixed(1)} %`],
  ];
  const blocked = output.blocked;
  return [
    ...columns(rows, terminal),
    ...output.warnings.map((warning) =>
      terminal.style("yellow", `! ${withMeaning(printable(warning))}`),
    ),
    ...(blocked === null
      ? []
      : [terminal.style("red", `A refresh would be blocked: ${blocked.detail}`)]),
  ];
};

export default present;
