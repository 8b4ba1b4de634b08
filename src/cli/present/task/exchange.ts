import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { formatCost } from "../../../base/text/format-measures.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { printable, printableLine } from "../../../base/text/text.ts";
import { describeLoss, type LossReport } from "../../../model/loss.ts";
import { columns, type Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";

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

/** Imports that are listed with their losses; of more, each gets one line. */
const SHOWN_IN_FULL = 3;

/** What was imported, what could not go, and how to go on. */
export const presentImport: Presenter<"task import"> = ({ imported, failed }, terminal) => [
  ...imported.flatMap((each) => {
    const { kind, form, out, files, hidden, status, loss } = each;
    const facts =
      kind === "task"
        ? [formatCount(files, "file"), `${formatCount(hidden, "file")} hidden from agents`]
        : [status ?? "outcome unknown"];
    const head = `${terminal.style("green", "Imported")} ${form} as ${terminal.path(out)} (${facts.join(", ")})`;
    if (imported.length > SHOWN_IN_FULL) return [`${head}, ${describeLoss(loss)}`];
    return [head, ...lossLines(loss, terminal), ...nextLines(each, terminal)];
  }),
  ...failed.map(
    ({ name, code, message }) =>
      `${terminal.style("red", "Not imported")} ${printableLine(name)}: ${code} ${printable(message)}`,
  ),
];

function nextLines(
  { out, checks }: Shown<"task import">["imported"][number],
  terminal: Terminal,
): string[] {
  if (checks === null) return [];
  const [bundle, file] = [out, checks].map((place) => quoteForShell(terminal.path(place)));
  return [
    `To run it: holdall task run ${bundle} --with claude --checks ${file} --allow-exec --out runs`,
  ];
}

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
