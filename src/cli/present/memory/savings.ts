import { formatCount } from "../../../base/format-count.ts";
import { printable } from "../../../base/text.ts";
import { columns, type Terminal } from "../../terminal.ts";

interface Sums {
  readonly calls: number;
  readonly returned_tokens: number;
  readonly baseline_tokens: number;
  readonly saved_tokens: number;
}

interface Output {
  readonly totals: Sums;
  readonly by_op: Readonly<Record<string, Sums>>;
  readonly by_judge: Readonly<
    Record<string, { readonly calls: number; readonly total_tokens: number }>
  >;
}

export default function present(output: Output, terminal: Terminal): string[] {
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
}

function tokensOf({ calls, returned_tokens, baseline_tokens }: Sums): string {
  return `${returned_tokens} of ${baseline_tokens} in ${formatCount(calls, "call")}`;
}
