import { formatCount } from "../../../base/format-count.ts";
import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"okf export"> = (output, terminal) => {
  const { ok, copied_files, verified_records, target, findings } = output;
  const records = `${formatCount(verified_records, "record")} can be read`;
  const said = ok
    ? `${terminal.style("green", "copied")}  ${formatCount(copied_files, "file")}, ${records}: ${terminal.path(target)}`
    : `${terminal.style("red", "not copied")}  ${records}`;
  return [...findingLines(findings, terminal), said];
};

export default present;
