import { columns, type Terminal } from "../terminal.ts";
import { counted } from "./counted.ts";

interface Sums {
  readonly calls: number;
  readonly returned_tokens: number;
  readonly baseline_tokens: number;
  readonly saved_tokens: number;
}

interface Output {
  readonly totals: Sums;
  readonly by_op: Readonly<Record<string, Sums>>;
}

export default function present({ totals, by_op }: Output, terminal: Terminal): string[] {
  if (totals.calls === 0) return ["agents were given nothing from memory yet"];
  return [
    `${terminal.style("green", `${totals.saved_tokens} tokens saved`)}  ${tokensOf(totals)}`,
    ...columns(
      Object.entries(by_op).map(([op, sums]) => [op, tokensOf(sums)]),
      terminal,
    ),
  ];
}

function tokensOf({ calls, returned_tokens, baseline_tokens }: Sums): string {
  return `${returned_tokens} of ${baseline_tokens} in ${counted(calls, "call")}`;
}
