import { formatCount } from "../../../base/text/format-count.ts";
import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";
import { KEPT_LINE } from "../secrets.ts";

const present: Presenter<"okf export"> = (output, terminal) => {
  const { ok, copied_files, verified_records, target, findings } = output;
  const records = formatCount(verified_records, "valid record");
  const result = ok
    ? `${terminal.style("green", "Copied")} ${formatCount(copied_files, "file")} with ${records} to ${terminal.path(target)}`
    : `${terminal.style("red", "Not copied")}: ${records}`;
  return [...findingLines(findings, terminal), result, ...(ok ? [KEPT_LINE] : [])];
};

export default present;
