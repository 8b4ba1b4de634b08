import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import { columns } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";

const present: Presenter<"memory savings"> = (output, terminal) => {
  const { totals, by_op, by_judge } = output;
  const saved = `${terminal.style("green", `Saved ${formatCount(totals.saved_tokens, "token")}:`)}  ${tokensOf(totals)}`;
  const rows: readonly (readonly [string, string])[] = [
    ...Object.entries(by_op).map(([op, sums]) => [op, tokensOf(sums)] as const),
    ...Object.entries(by_judge).map(
      ([judge, { calls, total_tokens }]) =>
        [
          `judge ${printable(judge)}`,
          `used ${formatCount(total_tokens, "token")} in ${formatCount(calls, "call")}`,
        ] as const,
    ),
  ];
  return [
    totals.calls === 0 ? "No units were given to an agent yet" : saved,
    ...columns(rows, terminal),
  ];
};

export default present;

function tokensOf({
  calls,
  returned_tokens,
  baseline_tokens,
}: Shown<"memory savings">["totals"]): string {
  const returned = `${formatNumber(returned_tokens)} of ${formatCount(baseline_tokens, "token")}`;
  return `returned ${returned} in ${formatCount(calls, "call")}`;
}
