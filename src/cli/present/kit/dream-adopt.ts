import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly state: string;
  readonly adopted: boolean;
  readonly events: number;
  readonly token_count: number;
  readonly budget_tokens: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { state, adopted, events, token_count, budget_tokens } = output;
  const word = adopted ? terminal.style("green", "adopted") : "adopted before";
  return [
    `${word}  ${printable(state)}: ${events} events, ${token_count} of ${budget_tokens} tokens`,
  ];
}
