import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { printable, printableLine } from "../../../base/text/text.ts";
import { describeLoss, type LossReport } from "../../../model/loss.ts";
import { columns, type Terminal } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";
import { formatCost } from "./measures.ts";

/** What was exported, and what could not go. */
export const presentExport: Presenter<"task export"> = (output, terminal) => {
  const { steps, tokens, costUsd, files, redactions } = output;
  const facts =
    steps === null
      ? [formatCount(files, "file")]
      : [
          formatCount(steps, "step"),
          tokens === null ? "tokens unknown" : `${formatNumber(tokens)} tokens`,
          `cost ${formatCost(costUsd)}`,
        ];
  const secrets =
    redactions.length === 0 ? [] : [`  ${formatCount(redactions.length, "secret")} replaced`];
  return [
    `${terminal.style("green", "Exported")} ${terminal.path(output.out)} (${facts.join(", ")})`,
    ...secrets,
    ...lossLines(output.loss, terminal),
  ];
};

/** One line for each reason, with the first place; `--json` has all of them. */
function lossLines(loss: LossReport, terminal: Terminal): string[] {
  if (loss.items.length === 0) return ["Nothing was lost."];
  const groups = Map.groupBy(loss.items, ({ kind, why }) => `${kind}\0${why}`);
  const rows = [...groups.values()].flatMap((items): [string, string][] => {
    const [first] = items;
    if (first === undefined) return [];
    const count = items.reduce((sum, item) => sum + (item.count ?? 1), 0);
    const place = printableLine(first.where);
    return [[`${formatNumber(count)} ${first.kind}`, `${printable(first.why)} (${place})`]];
  });
  return [
    `${terminal.style("bold", "Loss report:")} ${describeLoss(loss)}`,
    ...columns(rows, terminal),
  ];
}
