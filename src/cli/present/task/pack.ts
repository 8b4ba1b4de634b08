import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"task pack"> = (output, terminal) => {
  const state = output.state === null ? "" : `, state ${output.state} the task`;
  const files = output.files === 0 ? "no files" : formatCount(output.files, "file");
  return [
    ...findingLines(output.findings, terminal),
    `${terminal.style("green", "Packed")} task bundle ${terminal.path(output.out)} (${files}${state})`,
    `  id ${printable(output.id)}`,
    ...[output.archive, output.zip].flatMap((file) =>
      file === null ? [] : [`  archive ${terminal.path(file)}`],
    ),
  ];
};

export default present;
