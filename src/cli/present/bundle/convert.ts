import { formatNumber } from "../../../base/text/format-count.ts";
import { printable, printableLine } from "../../../base/text/text.ts";
import type { LossReport } from "../../../model/loss.ts";
import { type Terminal, wrap } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";
import { KEPT_LINE } from "../secrets.ts";

const present: Presenter<"convert"> = (output, terminal) => {
  return [
    ...findingLines(output.findings, terminal),
    `${terminal.style("green", "Converted")} ${output.from} to ${output.to}: ${terminal.path(output.out)}`,
    ...lossLines(output.loss, terminal),
    KEPT_LINE,
  ];
};

export default present;

/** A loss report: the counts, then what, where and why. */
function lossLines(loss: LossReport, terminal: Terminal): string[] {
  const counts = `${formatNumber(loss.kept)} kept, ${formatNumber(loss.changed)} changed, ${formatNumber(loss.summarised)} summarised, ${formatNumber(loss.dropped)} dropped`;
  return [
    `${terminal.style("bold", "Loss report:")} ${counts}`,
    ...loss.items.flatMap((item) => {
      const times = item.count && item.count > 1 ? ` ×${item.count}` : "";
      const head = wrap(
        `${item.kind}${times}  ${printableLine(item.where)}`,
        terminal.width - 4,
        "  ",
      );
      const why = wrap(printable(item.why), terminal.width - 6);
      return [...head.map((line) => `  ${line}`), ...why.map((line) => `      ${line}`)];
    }),
  ];
}
