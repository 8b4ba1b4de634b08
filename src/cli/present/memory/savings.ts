import { formatCount } from "../../../base/format-count.ts";
import { printable } from "../../../base/text.ts";
import { columns } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";

const present: Presenter<"memory savings"> = (output, terminal) => {
  const { totals, by_op, by_judge } = output;
  const saved = `${terminal.style("green", `${totals.saved_tokens} tokens saved`)}  ${tokensOf(totals)}`;
  const rows: readonly (readonly [string, string])[] = [
    ...Object.entries(by_op).map(([op, sums]) => [op, tokensOf(sums)] as const),
    ...Object.entries(by_judge).map(
      ([judge, { calls, total_tokens }]) =>
        [
          `judge ${printable(judge)}`,
          `used ${total_tokens} in ${formatCount(calls, "call")}`,
        ] as const,
    ),
  ];
  return [
    totals.calls === 0 ? "agents were given nothing from memory yet" : saved,
    ...columns(rows, terminal),
  ];
};

export default present;

function tokensOf({
  calls,
  returned_tokens,
  baseline_tokens,
}: Shown<"memory savings">["totals"]): string {
  return `${returned_tokens} of ${baseline_tokens} in ${formatCount(calls, "call")}`;
}
